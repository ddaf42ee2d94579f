import { everyone, reviewersOnly, verifiedOnly, type Matrix } from './matrix-cells.ts'
import { payeeToken as token } from './matrix-payment.ts'

const missing = '00000000-0000-4000-8000-000000000000'
const madeUp = 'A'.repeat(43)
const { others: _, ...staff } = reviewersOnly(200)

/** Who receives the money of a campaign. */
export const payeeRows: Matrix = {
  'POST /api/bank-accounts/lookup': {
    rule: 'lookUpAccount',
    cases: [
      {
        on: 'an account of the test bank',
        path: '/api/bank-accounts/lookup',
        body: { bank: '001', accountNumber: '0123456789' },
        answers: verifiedOnly(200),
        keys: '{kind name}',
      },
    ],
  },
  'GET /api/campaigns/:id/payee': {
    rule: 'readPayee',
    cases: [
      {
        on: "the owner's frozen one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.frozen.id}/payee`,
        answers: { ...verifiedOnly('not-found'), ...staff, owner: 200 },
        keys: '{payee{answeredAt cacNumber canAskAgain confirmedName email kind name scumlNumber state}}',
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/payee`,
        answers: verifiedOnly('not-found'),
      },
    ],
  },
  'POST /api/campaigns/:id/payee/ask': {
    rule: 'askPayee',
    cases: [
      {
        on: "the owner's frozen one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.frozen.id}/payee/ask`,
        body: {},
        answers: { ...verifiedOnly('not-found'), owner: 204 },
      },
      {
        on: 'a missing one',
        path: `/api/campaigns/${missing}/payee/ask`,
        body: {},
        answers: verifiedOnly('not-found'),
      },
    ],
  },
  'GET /api/payees/:id': {
    rule: 'readPayeeQuestion',
    cases: [
      {
        on: 'the link of a mail',
        path: `/api/payees/${token}`,
        answers: everyone(200),
        keys: '{accountName accountNumberLast4 bankName goal name organiser raiseMoneyFor state title}',
      },
      { on: 'a made-up link', path: `/api/payees/${madeUp}`, answers: everyone('not-found') },
    ],
  },
  'POST /api/payees/:id': {
    rule: 'answerPayeeQuestion',
    cases: [
      {
        on: 'the link of a mail',
        path: `/api/payees/${token}`,
        body: { answer: 'confirm' },
        answers: everyone(204),
      },
      {
        on: 'a made-up link',
        path: `/api/payees/${madeUp}`,
        body: { answer: 'confirm' },
        answers: everyone('not-found'),
      },
    ],
  },
}
