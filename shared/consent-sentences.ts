export const consentKinds = ['child', 'health'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** How the organiser is related to the child. */
export const guardians = ['parent', 'guardian', 'permission'] as const

/**
 * The sentences that organisers confirm (Nigeria Data Protection Act 2023, sections 30 and 31). Each consent is stored with the version:
 * a change of a sentence needs a new one.
 */
export const consentSentences = {
  child: {
    version: '1',
    text: 'I am the child’s parent or legal guardian, or have their consent, and agree that the child’s story and pictures are published.',
  },
  health: {
    version: '1',
    text: 'The person whose health the campaign describes explicitly agreed that it is published. For a child, a parent or guardian agreed.',
  },
} as const satisfies Record<ConsentKind, { version: string; text: string }>
