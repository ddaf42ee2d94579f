/** 'a•••@example.com': lets an admin recognise an address without being able to write to it. */
export function maskEmail(email: string): string {
  const [, first = '', domain = ''] = /^(.).*(@[^@]*)$/u.exec(email) ?? []
  return `${first}•••${domain}`
}
