import type { RejectionGround } from '#shared/review.ts'

const sentences: Record<RejectionGround, string> = {
  unclear: 'The campaign does not say clearly who needs help and what the money will pay for.',
  unverifiable: 'We could not verify what the campaign says.',
  'not-own': 'Photos or text in the campaign belong to someone else.',
  forbidden: 'Ajo does not allow raising money for this.',
  account: "The bank account doesn't match the beneficiary.",
  other: '',
}

/** The sentence for the ground, followed by the reviewer's own words. */
export function toRejectionMessage({
  ground,
  reason,
}: {
  ground: RejectionGround
  reason: string
}): string {
  return [sentences[ground], reason].filter((paragraph) => paragraph !== '').join('\n\n')
}
