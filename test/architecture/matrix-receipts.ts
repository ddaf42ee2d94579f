import { everyone, verifiedOnly, type Case, type Matrix } from './matrix-cells.ts'

const madeUp = 'AAAAAAAAAAAAAAAAAAAAAA'

/** The access code permits it, and the reference permits it to the donor; an unpaid donation permits it to no one. */
function papers(path: string, done: Pick<Case, 'body' | 'keys'> & { status: number }): Case[] {
  const { status, ...sent } = done
  const at = (id: string) => `/api/donations/${id}/${path}`
  return [
    {
      on: 'the access code of a paid donation',
      path: ({ paid }) => at(paid.accessCode),
      answers: everyone(status),
      ...sent,
    },
    {
      on: 'its reference',
      path: ({ paid }) => at(paid.reference),
      answers: { donor: status, others: 'not-found' },
      ...sent,
    },
    {
      on: 'the access code of an unpaid donation',
      path: ({ donation }) => at(donation.accessCode),
      answers: everyone('not-found'),
      ...sent,
    },
    { on: 'a made-up code', path: at(madeUp), answers: everyone('not-found'), ...sent },
  ]
}

const companyForm = () => {
  const form = new FormData()
  form.append('company', 'Okoro & Sons Ltd')
  form.append('tin', '12345678-0001')
  return form
}

const checked = (path: string, keys: string): Case[] => [
  {
    on: 'the code on a receipt',
    path: ({ paid }) => `/api/verify/${paid.code}${path}`,
    answers: everyone(200),
    keys,
  },
  {
    on: 'a made-up code',
    path: `/api/verify/${'A'.repeat(20)}${path}`,
    answers: everyone('not-found'),
  },
]

const statement = '{donated donations[] mode net reversed year years[]}'
const statementOfDonor =
  '{donated donations[{accessCode amount campaign donatedAt number reversed}] mode net reversed year years[]}'
const thisYear = new Date().getUTCFullYear()

/** Receipts and statements of donors, and what others may verify. */
export const receiptRows: Matrix = {
  'GET /api/donations/:id/receipt.pdf': {
    rule: 'downloadReceipt',
    cases: papers('receipt.pdf', { status: 200, keys: 'application/pdf' }),
  },
  'POST /api/donations/:id/receipt.pdf': {
    rule: 'downloadReceipt',
    cases: papers('receipt.pdf', { status: 200, keys: 'application/pdf', body: companyForm }),
  },
  'POST /api/donations/:id/receipt-mail': {
    rule: 'resendReceipt',
    cases: papers('receipt-mail', { status: 204, body: {} }),
  },
  'GET /api/verify/:id': {
    rule: 'verifyReceipt',
    cases: checked(
      '',
      '{amount campaign{title} code donatedAt logged{entry{index size} logKeys[] proof} mode number reversed signed{keyId signature text} status}',
    ),
  },
  'GET /api/verify/:id/receipt.txt': {
    rule: 'verifyReceipt',
    cases: checked('/receipt.txt', 'text/plain'),
  },
  'GET /api/verify/:id/receipt.tlog-proof': {
    rule: 'verifyReceipt',
    cases: checked('/receipt.tlog-proof', 'text/plain'),
  },
  'GET /api/verify/:id/receipt.sig': {
    rule: 'verifyReceipt',
    cases: checked('/receipt.sig', 'application/octet-stream'),
  },
  'GET /log/checkpoint': {
    rule: 'readLog',
    cases: [{ on: 'the log', path: '/log/checkpoint', answers: everyone(200), keys: 'text/plain' }],
  },
  'GET /log/policy': {
    rule: 'readLog',
    cases: [{ on: 'the log', path: '/log/policy', answers: everyone(200), keys: 'text/plain' }],
  },
  'GET /log/tile/*': {
    rule: 'readLog',
    cases: [
      {
        on: 'the first entries',
        path: '/log/tile/entries/000.p/1',
        answers: everyone(200),
        keys: 'application/octet-stream',
      },
      { on: 'a tile that is not there', path: '/log/tile/0/999', answers: everyone('not-found') },
    ],
  },
  'GET /.well-known/ajo-receipt-keys': {
    rule: 'readReceiptKeys',
    cases: [
      {
        on: 'the keys',
        path: '/.well-known/ajo-receipt-keys',
        answers: everyone(200),
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
        answers: everyone(200),
        keys: 'application/x-pem-file',
      },
      {
        on: 'a made-up one',
        path: '/.well-known/ajo-receipt-keys/0000000000000000.pem',
        answers: everyone('not-found'),
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
