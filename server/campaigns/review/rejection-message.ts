import type { RejectionGround } from '#shared/review.ts'

/** What the owner reads of a ground, before the reviewer's own words. */
const sentences: Record<RejectionGround, string> = {
  unclear:
    'The campaign does not say clearly enough who needs what, and what the money will pay for.',
  unverifiable: 'We could not verify what the campaign says.',
  'not-own': 'Pictures or texts of the campaign belong to somebody else.',
  forbidden: 'Ajo does not allow raising money for this.',
  account: 'The bank account does not belong to whoever the money is for.',
  other: '',
}

export function rejectionWords({ ground, reason }: { ground: RejectionGround; reason: string }) {
  return [sentences[ground], reason].filter((part) => part !== '').join('\n\n')
}
