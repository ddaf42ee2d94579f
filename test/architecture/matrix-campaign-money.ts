import {
  missing,
  everyone,
  verifiedOnly,
  type Answer,
  type Case,
  type Matrix,
  only,
} from './matrix-cells.ts'
import type { MailLinks } from './matrix-mail-links.ts'

/** A campaign's money is its owner's to see, and an admin's. */
const reading = (keys: string, none = keys): Case[] => [
  { campaign: 'owners', answers: only({ owner: 200, treasurer: 200, admin: 200 }), keys },
  { campaign: 'otherOwners', answers: only({ otherOwner: 200, admin: 200 }), keys: none },
  { id: missing, answers: verifiedOnly('not-found') },
]

const thanking = (on: string, of: Pick<Case, 'id' | 'campaign'>, owner: Answer): Case => ({
  on,
  ...of,
  body: { message: 'Thank you!', minimum: '100' },
  answers: only({ owner, editor: owner }),
})

const moneyWith = (days: string, stops: string) =>
  `{campaign{canCancel canThank goal id isOwner slug title} cancellation days[${days}] newest[] payouts{due dueBy held owedBack paidOut} stops[${stops}] ` +
  'sums{donated donations fees net other platform raised reversed}}'
const donation =
  '{amount canThank createdAt donor email fee id message mode net paidAfterEnd paidAt platform refundable refunds[{amount cause fee id reason requestedBy state steps[{at state}]}] reversed settledAt settlement status}'

export const campaignMoneyRows: Matrix = {
  'GET /api/campaigns/:id/payouts': reading(
    moneyWith('{day donated donations}', '{kind since until}'),
    moneyWith('', ''),
  ),
  'GET /api/campaigns/:id/donations': reading(
    `{donations[${donation}] next}`,
    '{donations[] next}',
  ),
  'GET /api/campaigns/:id/donations.csv': reading('text/csv'),
  'GET /api/campaigns/:id/payouts.csv': reading('text/csv'),
  'POST /api/campaigns/:id/thank-you-messages': [
    thanking("the owner's, without a paid donation", { campaign: 'owners' }, 'no-donors-to-thank'),
    thanking('a missing one', { id: missing }, 'not-found'),
  ],
  'POST /confirm-address/:id': opened('confirmAddress'),
  'POST /follow/:id': opened('follow'),
  'POST /report-message/:id': opened('reportMessage'),
  'POST /confirm-question/:id': opened('confirmQuestion'),
  'POST /claim-transfer/:id': opened('claimTransfer'),
  'POST /secure-account/:id': opened('secureAccount'),
  'POST /stop-refund/:id': opened('stopRefund'),
  'POST /end-monthly/:id': opened('endMonthly'),
  'POST /unsubscribe/:id': opened('unsubscribe', 204, 'List-Unsubscribe=One-Click'),
}

/** The button of a page that a link in a mail opens, or a mail program. */
function opened(link: keyof MailLinks, answer: Answer = 303, sent = ''): Case[] {
  const form = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: () => new TextEncoder().encode(sent),
  }
  return [
    {
      on: 'the link of a mail',
      id: ({ mailLinks }) => mailLinks[link].split('/').at(-1),
      ...form,
      answers: everyone(answer),
    },
    { on: 'a made-up link', id: 'A'.repeat(200), ...form, answers: everyone('not-found') },
  ]
}
