import type { RefundState } from '#shared/refund.ts'

export const refundEvents = [
  'send',
  'accept',
  'miss',
  'postpone',
  'hold',
  'release',
  'process',
  'fail',
  'retry',
  'ask-donor',
  'give-up',
  'reopen',
] as const
export type RefundEvent = (typeof refundEvents)[number]

type RefundTransition = { from: RefundState; event: RefundEvent; to: RefundState }

/** All transitions of a refund. Others are refused. */
export const refundTransitions: readonly RefundTransition[] = [
  { from: 'requested', event: 'send', to: 'sent' },
  { from: 'sent', event: 'accept', to: 'known' },
  // The provider's lists do not have it after the time in which they catch up.
  { from: 'sent', event: 'miss', to: 'requested' },
  // The provider refused for now.
  { from: 'sent', event: 'postpone', to: 'requested' },
  { from: 'sent', event: 'give-up', to: 'given-up' },
  { from: 'known', event: 'process', to: 'processed' },
  { from: 'known', event: 'fail', to: 'failed' },
  { from: 'known', event: 'ask-donor', to: 'needs-attention' },
  // With the donor's bank account.
  { from: 'needs-attention', event: 'accept', to: 'known' },
  { from: 'needs-attention', event: 'process', to: 'processed' },
  { from: 'needs-attention', event: 'fail', to: 'failed' },
  { from: 'needs-attention', event: 'give-up', to: 'given-up' },
  { from: 'failed', event: 'retry', to: 'requested' },
  { from: 'failed', event: 'give-up', to: 'given-up' },
  { from: 'requested', event: 'hold', to: 'held' },
  { from: 'held', event: 'release', to: 'requested' },
  { from: 'requested', event: 'give-up', to: 'given-up' },
  { from: 'held', event: 'give-up', to: 'given-up' },
  // An earlier attempt was found before another one is sent.
  { from: 'requested', event: 'accept', to: 'known' },
  // The provider may correct itself, also after it reported a failure or the end.
  { from: 'requested', event: 'process', to: 'processed' },
  { from: 'held', event: 'process', to: 'processed' },
  { from: 'failed', event: 'process', to: 'processed' },
  { from: 'given-up', event: 'process', to: 'processed' },
  { from: 'processed', event: 'fail', to: 'failed' },
  // By an admin.
  { from: 'given-up', event: 'reopen', to: 'requested' },
]

export function findNextState(from: RefundState, event: RefundEvent): RefundState | undefined {
  return refundTransitions.find((rule) => rule.from === from && rule.event === event)?.to
}

/** States that no scheduled job leaves. The database demands a next time of all others. */
export const closedStates: readonly RefundState[] = ['processed', 'given-up']
