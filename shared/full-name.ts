type Person = { firstname: string; lastname: string }

/** Empty for a person whose account is gone. */
export const toFullName = (person: Person | undefined): string =>
  person ? `${person.firstname} ${person.lastname}`.trim() : ''
