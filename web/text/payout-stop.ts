import type { PayoutStop, ReleasableStop } from '#shared/payout-stop.ts'

/** Payouts on hold, for organisers, admins and reviewers. */
export const payoutStopText = {
  title: 'Payouts are on hold',
  intro: 'Donations still arrive. They are paid out when no reason below is left.',
  reasons: {
    freeze: 'A reviewer paused this campaign. The email about it says why.',
    payee: 'We have not confirmed who receives the money.',
    'bank-account': 'The bank account was changed. The wait gives you time to object.',
    'waiting-days': 'A new campaign waits some days before its first payout.',
    reviewer: 'A reviewer checks the campaign before payouts go on.',
    cancelled: 'The campaign was cancelled. Its donations are being refunded.',
    exposure:
      'Refunds and disputes of this campaign are above our limit. We hold its payouts until they are paid for.',
  } satisfies Record<PayoutStop['kind'], string>,
  since: (moment: string) => `Since ${moment}`,
  until: (moment: string) => `until ${moment}`,
  open: 'until it is released',

  queue: {
    title: 'Payouts on hold',
    intro:
      'Campaigns whose payouts wait for a reviewer. The one who approved, restored or cancelled the campaign cannot release them.',
    held: (amount: string) => `${amount} not paid out`,
    see: 'View campaign',
    loading: 'Loading payouts on hold',
    failed: 'We couldn’t load the payouts on hold.',
    notYours: 'Another reviewer or admin has to release this.',
    release: {
      payee: 'Confirm the payee',
      reviewer: 'Release payouts',
      cancelled: 'Pay out what is left',
      exposure: 'Pay out all the same',
    } satisfies Record<ReleasableStop, string>,
    releaseTitle: 'Release payouts of this campaign',
    reason: 'Reason',
    reasonHint: 'What you checked. Other reviewers read it in the history of the hold.',
    released: (title: string) => `Released for ${title}.`,
    back: 'Back',
  },
}
