import { randomUUID } from 'node:crypto'

import { everyone, verifiedOnly, type Matrix } from './matrix-cells.ts'
import { donationForm } from './matrix-payment.ts'

const report = JSON.stringify({ event: 'subscription.create', data: {} })
const transaction =
  '{amount campaign{id title} createdAt donor email id mode paidAfterEnd paidAt reversed status}'
const givenWith = (payout: string, refunds: string) =>
  transaction.replace(
    ' paid',
    ` own{accessCode canRefund payout${payout} receipt refunds[${refunds}] slug} paid`,
  )
/** One that is not paid, and one that is paid and returned in part. */
const given = [
  givenWith('', ''),
  givenWith('{at last4 state}', '{amount cause fee id reason requestedBy state steps[{at state}]}'),
].join('|')
const receipt =
  '{accessCode amount campaign{id slug title} channel createdAt fee mode paidAfterEnd paidAt reversed status}'

const progress = '{daysLeft goal id raised status title}'
const organiserOverview = (latest: string) =>
  `{donor nextSteps[{campaign{id title} kind}] organiser{campaigns[${progress}] days[{day donated donations}] latest${latest} payouts{due dueBy held lastDay owedBack paidOut} total}}`

/** Donations and transactions. */
export const moneyRows: Matrix = {
  'POST /api/campaigns/:id/donations': [
    { campaign: 'owners', body: donationForm, answers: everyone(201), keys: '{accessCode url}' },
    { campaign: 'ownersPending', body: donationForm, answers: everyone('not-found') },
    {
      on: 'a missing one',
      id: randomUUID(),
      body: donationForm,
      answers: everyone('not-found'),
    },
  ],
  'GET /api/donations/:id': [
    {
      on: 'the access code',
      id: ({ donation }) => donation.accessCode,
      answers: everyone(200),
      keys: receipt,
    },
    {
      on: "the provider's reference",
      id: ({ donation }) => donation.reference,
      answers: { donor: 200, others: 'not-found' },
      keys: receipt,
    },
    { on: 'a made-up code', id: 'AAAAAAAAAAAAAAAAAAAAAA', answers: everyone('not-found') },
  ],
  'POST /api/donations/:id/refund': [
    {
      on: 'a made-up code',
      id: 'AAAAAAAAAAAAAAAAAAAAAA',
      body: { reason: 'As you asked' },
      answers: everyone('not-found'),
    },
    {
      on: "the provider's reference",
      id: ({ donation }) => donation.reference,
      body: { reason: 'As you asked' },
      answers: everyone('not-found'),
    },
    {
      on: 'an unpaid donation by its access code',
      id: ({ donation }) => donation.accessCode,
      body: { reason: 'As you asked' },
      answers: {
        owner: 'refund-closed',
        treasurer: 'refund-closed',
        donor: 'refund-closed',
        admin: 'refund-closed',
        others: 'not-found',
      },
    },
  ],
  'POST /api/donations/:id/refund-link': [
    {
      on: 'an unpaid donation by its access code',
      id: ({ donation }) => donation.accessCode,
      answers: everyone('refund-closed'),
    },
    {
      on: "the provider's reference",
      id: ({ donation }) => donation.reference,
      answers: everyone('not-found'),
    },
  ],
  'GET /api/donations/:id/refund': [
    { on: 'a made-up code', id: 'AAAAAAAAAAAAAAAAAAAAAA', answers: everyone('not-found') },
    {
      on: 'an unpaid donation by its access code',
      id: ({ donation }) => donation.accessCode,
      answers: everyone('refund-closed'),
    },
    {
      on: 'a paid donation by its access code',
      id: ({ paid }) => paid.accessCode,
      answers: everyone(200),
      keys: '{amount fee isDelayed needsLink total}',
    },
  ],
  'GET /api/refund-accounts/:id': [
    {
      on: 'the link of a mail',
      id: ({ adminCases }) => adminCases.refundAccount,
      answers: everyone(200),
      keys: '{amount banks[{code id name}] campaign isDone}',
    },
    { on: 'a made-up link', id: 'A'.repeat(43), answers: everyone('not-found') },
  ],
  'POST /api/refund-accounts/:id': [
    {
      on: 'the link of a mail, with a bank that does not exist',
      id: ({ adminCases }) => adminCases.refundAccount,
      body: { bank: '999999', accountNumber: '0000000000' },
      answers: everyone('sub-account-refused'),
    },
    {
      on: 'a made-up link',
      id: 'A'.repeat(43),
      body: { bank: '9', accountNumber: '0000000000' },
      answers: everyone('not-found'),
    },
  ],
  'GET /api/transactions': [
    {
      on: 'what they received',
      answers: verifiedOnly(200),
      keys: { owner: `{donations[${transaction}] next}`, others: '{donations[] next}' },
    },
    {
      on: 'what they gave',
      path: '/api/transactions?tab=given',
      answers: verifiedOnly(200),
      keys: { donor: `{donations[${given}] next}`, others: '{donations[] next}' },
    },
  ],
  'GET /api/transactions/export.csv': [
    { on: 'what they received', answers: verifiedOnly(200), keys: 'text/csv' },
  ],
  'GET /api/overview': [
    { on: 'the figures', answers: everyone(200), keys: '{campaigns donations donors scope}' },
  ],
  'GET /api/overview/account': [
    {
      on: 'their own',
      answers: verifiedOnly(200),
      keys: {
        donor: `{donor{campaigns[${progress}] donations given receipts[{accessCode amount campaign donatedAt number status}]} nextSteps[{kind}] organiser}`,
        owner: organiserOverview(`[${transaction}]`),
        otherOwner: organiserOverview('[]'),
        reviewerWhoOwns: organiserOverview('[]'),
        others: '{donor nextSteps[{kind}] organiser}',
      },
    },
  ],
  'GET /api/payouts': [
    {
      on: 'the money of their campaigns',
      answers: verifiedOnly(200),
      keys: {
        owner:
          '{campaigns[{donated due fees held id net other owedBack paidOut platform raised reversed title}] dueBy}',
        others: '{campaigns[] dueBy}',
      },
    },
  ],
  'GET /api/banks': [
    { on: 'the list', answers: verifiedOnly(200), keys: '{banks[{code id name}]}' },
  ],
  // Its signed reports are in server/routes/content-webhook.test.ts, because this store is embedded.
  'POST /webhooks/sanity': [
    {
      on: 'a report without a signature',
      headers: { 'content-type': 'application/json' },
      body: () => new TextEncoder().encode('{}'),
      answers: everyone('wrong-signature'),
    },
  ],
  'POST /webhooks/paystack': [
    {
      on: 'a report that the provider signed',
      headers: (world) => ({ 'content-type': 'application/json', ...world.signed(report) }),
      body: () => new TextEncoder().encode(report),
      answers: everyone(200),
    },
    {
      on: 'a report without a signature',
      headers: { 'content-type': 'application/json' },
      body: () => new TextEncoder().encode(report),
      answers: everyone('wrong-signature'),
    },
  ],
}
