import { randomUUID } from 'node:crypto'

import { everybody, verifiedOnly, type Matrix } from './matrix-cells.ts'
import { gift } from './matrix-world.ts'

const report = JSON.stringify({ event: 'subscription.create', data: {} })
const transaction = '{amount campaign{id title} contributor createdAt id late mode returned status}'
const receipt =
  '{amount campaign{id slug title} createdAt late mode paidAt receipt returned status}'

/** Gifts, and who is told of them. */
export const moneyRows: Matrix = {
  'POST /api/campaigns/:id/donations': {
    rule: 'donate',
    cases: [
      {
        on: "the owner's approved one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/donations`,
        headers: () => ({ 'idempotency-key': randomUUID() }),
        body: gift,
        answers: everybody(201),
        keys: '{receipt url}',
      },
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/donations`,
        headers: () => ({ 'idempotency-key': randomUUID() }),
        body: gift,
        answers: everybody('not-found'),
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${randomUUID()}/donations`,
        headers: () => ({ 'idempotency-key': randomUUID() }),
        body: gift,
        answers: everybody('not-found'),
      },
    ],
  },
  'GET /api/donations/:id': {
    rule: 'readReceipt',
    cases: [
      {
        on: "the receipt's code",
        path: ({ donation }) => `/api/donations/${donation.receipt}`,
        answers: everybody(200),
        keys: receipt,
      },
      {
        on: "the provider's reference",
        path: ({ donation }) => `/api/donations/${donation.reference}`,
        answers: { donor: 200, others: 'not-found' },
        keys: receipt,
      },
      {
        on: 'a made-up code',
        path: '/api/donations/AAAAAAAAAAAAAAAAAAAAAA',
        answers: everybody('not-found'),
      },
    ],
  },
  'POST /api/donations/:id/refund': {
    rule: 'refundDonation',
    cases: [
      {
        on: 'a made-up code',
        path: '/api/donations/AAAAAAAAAAAAAAAAAAAAAA/refund',
        headers: () => ({ 'idempotency-key': randomUUID() }),
        body: { reason: 'As you asked' },
        answers: everybody('not-found'),
      },
      {
        on: "the provider's reference",
        path: ({ donation }) => `/api/donations/${donation.reference}/refund`,
        headers: () => ({ 'idempotency-key': randomUUID() }),
        body: { reason: 'As you asked' },
        answers: everybody('not-found'),
      },
      {
        on: 'a gift without money, by the code of its receipt',
        path: ({ donation }) => `/api/donations/${donation.receipt}/refund`,
        headers: () => ({ 'idempotency-key': randomUUID() }),
        body: { reason: 'As you asked' },
        answers: everybody('refund-closed'),
      },
    ],
  },
  'GET /api/transactions': {
    rule: 'listTransactions',
    cases: [
      {
        on: 'what they received',
        path: '/api/transactions',
        answers: verifiedOnly(200),
        keys: { owner: `{next transactions[${transaction}]}`, others: '{next transactions[]}' },
      },
      {
        on: 'what they gave',
        path: '/api/transactions?tab=given',
        answers: verifiedOnly(200),
        keys: { donor: `{next transactions[${transaction}]}`, others: '{next transactions[]}' },
      },
    ],
  },
  'GET /api/transactions/export.csv': {
    rule: 'listTransactions',
    cases: [
      {
        on: 'what they received',
        path: '/api/transactions/export.csv',
        answers: verifiedOnly(200),
        keys: 'text/csv',
      },
    ],
  },
  'GET /api/overview': {
    rule: 'readOverview',
    cases: [
      {
        on: 'the figures',
        path: '/api/overview',
        answers: everybody(200),
        keys: '{campaigns donations donors scope}',
      },
    ],
  },
  'GET /api/banks': {
    rule: 'listBanks',
    cases: [
      {
        on: 'the list',
        path: '/api/banks',
        answers: verifiedOnly(200),
        keys: '{banks[{code id name}]}',
      },
    ],
  },
  'POST /webhooks/paystack': {
    rule: 'receivePayment',
    cases: [
      {
        on: 'a report that the provider signed',
        path: '/webhooks/paystack',
        headers: (world) => ({ 'content-type': 'application/json', ...world.signed(report) }),
        body: () => new TextEncoder().encode(report),
        answers: everybody(200),
      },
      {
        on: 'a report without a signature',
        path: '/webhooks/paystack',
        headers: { 'content-type': 'application/json' },
        body: () => new TextEncoder().encode(report),
        answers: everybody('wrong-signature'),
      },
    ],
  },
}
