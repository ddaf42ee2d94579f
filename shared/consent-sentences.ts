export const consentKinds = ['child', 'health'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** How the organiser is related to the child. */
export const guardians = ['parent', 'guardian', 'permission'] as const

/**
 * Organisers confirm the sentences of locales/en/web/consent.json (Nigeria Data Protection Act 2023, sections 30 and 31). Each consent is stored with
 * the version of its sentence: a change of a sentence needs a new one.
 */
export const consentVersions = { child: '1', health: '1' } as const satisfies Record<
  ConsentKind,
  string
>
