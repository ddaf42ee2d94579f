import { everybody, verifiedOnly, type Case, type Matrix } from './matrix-cells.ts'

const madeUp = 'AAAAAAAAAAAAAAAAAAAAAA'

/** What the holder of the code may do, and the donor by the reference; nobody for a gift whose money has not arrived. */
function papers(path: string, done: Pick<Case, 'body' | 'keys'> & { status: number }): Case[] {
  const { status, ...sent } = done
  const at = (id: string) => `/api/donations/${id}/${path}`
  return [
    {
      on: 'the code of a gift that arrived',
      path: ({ paid }) => at(paid.receipt),
      answers: everybody(status),
      ...sent,
    },
    {
      on: 'its reference',
      path: ({ paid }) => at(paid.reference),
      answers: { donor: status, others: 'not-found' },
      ...sent,
    },
    {
      on: 'the code of a gift without money',
      path: ({ donation }) => at(donation.receipt),
      answers: everybody('not-found'),
      ...sent,
    },
    { on: 'a made-up code', path: at(madeUp), answers: everybody('not-found'), ...sent },
  ]
}

const checked = (path: string, keys: string): Case[] => [
  {
    on: 'the code on a receipt',
    path: ({ paid }) => `/api/verify/${paid.code}${path}`,
    answers: everybody(200),
    keys,
  },
  {
    on: 'a made-up code',
    path: `/api/verify/${'A'.repeat(20)}${path}`,
    answers: everybody('not-found'),
  },
]

const statement = '{gifts[] given kept mode returned year years[]}'
const statementOfDonor =
  '{gifts[{amount campaign givenAt number receipt returned}] given kept mode returned year years[]}'
const thisYear = new Date().getUTCFullYear()

/** What donors keep of their gifts, and what others may check of it. */
export const receiptRows: Matrix = {
  'GET /api/donations/:id/receipt.pdf': {
    rule: 'readReceipt',
    cases: papers('receipt.pdf', { status: 200, keys: 'application/pdf' }),
  },
  'POST /api/donations/:id/receipt-mail': {
    rule: 'resendReceipt',
    cases: papers('receipt-mail', { status: 204, body: {} }),
  },
  'GET /api/verify/:id': {
    rule: 'verifyReceipt',
    cases: checked(
      '',
      '{amount campaign{title} code givenAt mode number returned signed{keyId signature text} standing}',
    ),
  },
  'GET /api/verify/:id/receipt.txt': {
    rule: 'verifyReceipt',
    cases: checked('/receipt.txt', 'text/plain'),
  },
  'GET /api/verify/:id/receipt.sig': {
    rule: 'verifyReceipt',
    cases: checked('/receipt.sig', 'application/octet-stream'),
  },
  'GET /.well-known/ajo-receipt-keys': {
    rule: 'readReceiptKeys',
    cases: [
      {
        on: 'the keys',
        path: '/.well-known/ajo-receipt-keys',
        answers: everybody(200),
        keys: '{keys[{alg crv kid kty use x}]}',
      },
    ],
  },
  'GET /.well-known/ajo-receipt-keys/:id': {
    rule: 'readReceiptKeys',
    cases: [
      {
        on: 'one that signs',
        path: ({ paid }) => `/.well-known/ajo-receipt-keys/${paid.keyId}.pem`,
        answers: everybody(200),
        keys: 'application/x-pem-file',
      },
      {
        on: 'a made-up one',
        path: '/.well-known/ajo-receipt-keys/0000000000000000.pem',
        answers: everybody('not-found'),
      },
    ],
  },
  'GET /api/statements/:year': {
    rule: 'readStatement',
    cases: [
      {
        on: 'this year',
        path: `/api/statements/${thisYear}`,
        answers: verifiedOnly(200),
        keys: { donor: statementOfDonor, others: statement },
      },
    ],
  },
  'GET /api/statements/:year/statement.pdf': {
    rule: 'readStatement',
    cases: [
      {
        on: 'this year',
        path: `/api/statements/${thisYear}/statement.pdf`,
        answers: verifiedOnly(200),
        keys: 'application/pdf',
      },
    ],
  },
}
