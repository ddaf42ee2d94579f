import { randomUUID } from 'node:crypto'

import { everyone, verifiedOnly, type Answer, type Case, type Matrix } from './matrix-cells.ts'
import type { MailLinks } from './matrix-mail-links.ts'

const missing = '00000000-0000-4000-8000-000000000000'

/** A campaign's money is its owner's to see, and an admin's. */
const reading = (path: string, keys: string, none = keys): Case[] => [
  {
    on: "the owner's approved one",
    path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}${path}`,
    answers: { ...verifiedOnly('not-found'), owner: 200, admin: 200 },
    keys,
  },
  {
    on: "another owner's pending one",
    path: ({ campaigns }) => `/api/campaigns/${campaigns.otherOwners.id}${path}`,
    answers: { ...verifiedOnly('not-found'), otherOwner: 200, admin: 200 },
    keys: none,
  },
  {
    on: 'a missing one',
    path: `/api/campaigns/${missing}${path}`,
    answers: verifiedOnly('not-found'),
  },
]

const thanking = (on: string, id: string | undefined, owner: Answer): Case => ({
  on,
  path: ({ campaigns }) => `/api/campaigns/${id ?? campaigns.owners.id}/thank-you-messages`,
  headers: () => ({ 'idempotency-key': randomUUID() }),
  body: { message: 'Thank you!', minimum: '100' },
  answers: { ...verifiedOnly('not-found'), owner },
})

const moneyWith = (days: string, stops: string) =>
  `{campaign{canCancel goal id isOwner slug title} cancellation days[${days}] newest[] payouts{due held owedBack paidOut} stops[${stops}] ` +
  'sums{donated donations fees net other platform raised reversed}}'
const donation =
  '{amount canThank createdAt donor email fee id message mode net paidAfterEnd paidAt platform refundable refunds[{amount cause fee id reason requestedBy state steps[{at state}]}] reversed settledAt settlement status}'

export const campaignMoneyRows: Matrix = {
  'GET /api/campaigns/:id/payouts': {
    rule: 'readMoney',
    cases: reading(
      '/payouts',
      moneyWith('{day donated donations}', '{kind since until}'),
      moneyWith('', ''),
    ),
  },
  'GET /api/campaigns/:id/donations': {
    rule: 'readMoney',
    cases: reading('/donations', `{donations[${donation}] next}`, '{donations[] next}'),
  },
  'GET /api/campaigns/:id/donations.csv': {
    rule: 'exportDonations',
    cases: reading('/donations.csv', 'text/csv'),
  },
  'GET /api/campaigns/:id/payouts.csv': {
    rule: 'exportPayouts',
    cases: reading('/payouts.csv', 'text/csv'),
  },
  'POST /api/campaigns/:id/thank-you-messages': {
    rule: 'thankDonors',
    cases: [
      thanking("the owner's, without a paid donation", undefined, 'no-donors-to-thank'),
      thanking('a missing one', missing, 'not-found'),
    ],
  },
  'POST /confirm-address/:id': {
    rule: 'confirmAddress',
    cases: mailLinkCases('confirmAddress', '/confirm-address'),
  },
  'POST /follow/:id': { rule: 'confirmFollow', cases: mailLinkCases('follow', '/follow') },
  'POST /report-message/:id': {
    rule: 'reportMessage',
    cases: mailLinkCases('reportMessage', '/report-message'),
  },
  'POST /confirm-question/:id': {
    rule: 'confirmQuestion',
    cases: mailLinkCases('confirmQuestion', '/confirm-question'),
  },
  'POST /claim-transfer/:id': {
    rule: 'claimTransfer',
    cases: mailLinkCases('claimTransfer', '/claim-transfer'),
  },
  'POST /secure-account/:id': {
    rule: 'secureAccount',
    cases: mailLinkCases('secureAccount', '/secure-account'),
  },
  'POST /stop-refund/:id': {
    rule: 'stopOwnRefund',
    cases: mailLinkCases('stopRefund', '/stop-refund'),
  },
  'POST /unsubscribe/:id': {
    rule: 'unsubscribe',
    cases: [
      {
        on: 'the link of a mail, by a mail program',
        path: ({ mailLinks }) => mailLinks.unsubscribe,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: () => new TextEncoder().encode('List-Unsubscribe=One-Click'),
        answers: everyone(204),
      },
      {
        on: 'a made-up link',
        path: `/unsubscribe/${'A'.repeat(200)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: () => new TextEncoder().encode('List-Unsubscribe=One-Click'),
        answers: everyone('not-found'),
      },
    ],
  },
  'POST /unsubscribe/:id/all': {
    rule: 'unsubscribe',
    cases: [
      {
        on: 'the link of a mail',
        path: ({ mailLinks }) => `${mailLinks.unsubscribe}/all`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: () => new TextEncoder().encode(''),
        answers: everyone(303),
      },
      {
        on: 'a made-up link',
        path: `/unsubscribe/${'A'.repeat(200)}/all`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: () => new TextEncoder().encode(''),
        answers: everyone('not-found'),
      },
    ],
  },
}

/** The button of a page that a link in a mail opens. */
function mailLinkCases(link: keyof MailLinks, path: string): Case[] {
  const form = {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: () => new TextEncoder().encode(''),
  }
  return [
    {
      on: 'the link of a mail',
      path: ({ mailLinks }) => mailLinks[link],
      ...form,
      answers: everyone(303),
    },
    {
      on: 'a made-up link',
      path: `${path}/${'A'.repeat(200)}`,
      ...form,
      answers: everyone('not-found'),
    },
  ]
}
