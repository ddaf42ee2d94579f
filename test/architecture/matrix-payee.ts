import {
  missing,
  everyone,
  reviewersOnly,
  verifiedOnly,
  type Matrix,
  only,
} from './matrix-cells.ts'
import { payeeToken as token } from './matrix-payment.ts'

const madeUp = 'A'.repeat(43)
const { others: _, ...staff } = reviewersOnly(200)

/** Who receives the money of a campaign. */
export const payeeRows: Matrix = {
  'POST /api/bank-accounts/lookup': [
    {
      on: 'an account of the test bank',
      body: { bank: '001', accountNumber: '0123456789' },
      answers: verifiedOnly(200),
      keys: '{kind name}',
    },
  ],
  'GET /api/campaigns/:id/payee': [
    {
      campaign: 'frozen',
      answers: only({ ...staff, owner: 200, treasurer: 200 }),
      keys: '{payee{answeredAt cacNumber canAskAgain confirmedName email kind name scumlNumber state}}',
    },
    { id: missing, answers: verifiedOnly('not-found') },
  ],
  'POST /api/campaigns/:id/payee/ask': [
    { campaign: 'frozen', body: {}, answers: only({ owner: 204 }) },
    { id: missing, body: {}, answers: verifiedOnly('not-found') },
  ],
  'GET /api/payees/:id': [
    {
      on: 'the link of a mail',
      id: token,
      answers: everyone(200),
      keys: '{accountName accountNumberLast4 bankName goal name organiser raiseMoneyFor state title}',
    },
    { on: 'a made-up link', id: madeUp, answers: everyone('not-found') },
  ],
  'POST /api/payees/:id': [
    { on: 'the link of a mail', id: token, body: { answer: 'confirm' }, answers: everyone(204) },
    {
      on: 'a made-up link',
      id: madeUp,
      body: { answer: 'confirm' },
      answers: everyone('not-found'),
    },
  ],
}
