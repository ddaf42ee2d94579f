import { randomUUID } from 'node:crypto'

import { everybody, verifiedOnly, type Answer, type Case, type Matrix } from './matrix-cells.ts'

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
  path: ({ campaigns }) => `/api/campaigns/${id ?? campaigns.owners.id}/thanks`,
  headers: () => ({ 'idempotency-key': randomUUID() }),
  body: { message: 'Thank you!', least: '100' },
  answers: { ...verifiedOnly('not-found'), owner },
})

const moneyWith = (days: string) =>
  `{campaign{canCancel id isOwner slug title} cancellation days[${days}] settled{failed on-its-way paid-out waiting} ` +
  'sums{fees gifts given net platform raised returned}}'
const gift =
  '{amount canThank contributor createdAt fee id late message mode net platform returned settledAt settlement status}'

export const campaignMoneyRows: Matrix = {
  'GET /api/campaigns/:id/money': {
    rule: 'readMoney',
    cases: reading('/money', moneyWith('{day gifts given}'), moneyWith('')),
  },
  'GET /api/campaigns/:id/gifts': {
    rule: 'readMoney',
    cases: reading('/gifts', `{gifts[${gift}] next}`, '{gifts[] next}'),
  },
  'GET /api/campaigns/:id/gifts.csv': {
    rule: 'readMoney',
    cases: reading('/gifts.csv', 'text/csv'),
  },
  'POST /api/campaigns/:id/thanks': {
    rule: 'thankDonors',
    cases: [
      thanking("the owner's, whose gift has not come", undefined, 'nobody-to-thank'),
      thanking('a missing one', missing, 'not-found'),
    ],
  },
  'POST /unsubscribe/:id': {
    rule: 'unsubscribe',
    cases: [
      {
        on: 'the link of a mail, by a mail program',
        path: ({ unsubscribe }) => `/unsubscribe/${unsubscribe}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: () => new TextEncoder().encode('List-Unsubscribe=One-Click'),
        answers: everybody(204),
      },
      {
        on: 'a made-up link',
        path: `/unsubscribe/${'A'.repeat(200)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: () => new TextEncoder().encode('List-Unsubscribe=One-Click'),
        answers: everybody('not-found'),
      },
    ],
  },
}
