import type { RejectionGround } from '#shared/review.ts'

const rejectionSentences: Record<RejectionGround, string> = {
  unclear: 'The campaign does not say clearly who needs help and what the money will pay for.',
  unverifiable: 'We could not verify what the campaign says.',
  'not-own': 'Photos or text in the campaign belong to someone else.',
  forbidden: 'Ajo does not allow raising money for this.',
  account: "The bank account doesn't match the beneficiary.",
  other: '',
}

/** What the owner reads: the sentence for the ground of a rejection, and the reviewer's own words. */
export function toReason(
  decision:
    | { event: 'ask'; reason: string }
    | { event: 'reject'; ground: RejectionGround; reason: string },
): string {
  if (decision.event === 'ask') return decision.reason
  const paragraphs = [rejectionSentences[decision.ground], decision.reason]
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}
