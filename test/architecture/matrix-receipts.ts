import { everyone, verifiedOnly, type Case, type Matrix } from './matrix-cells.ts'

const madeUp = 'AAAAAAAAAAAAAAAAAAAAAA'

/** The access code permits it, and the reference permits it to the donor; an unpaid donation permits it to no one. */
function papers({ status, ...sent }: Pick<Case, 'body' | 'keys'> & { status: number }): Case[] {
  return [
    {
      on: 'the access code of a paid donation',
      id: ({ paid }) => paid.accessCode,
      answers: everyone(status),
      ...sent,
    },
    {
      on: 'its reference',
      id: ({ paid }) => paid.reference,
      answers: { donor: status, others: 'not-found' },
      ...sent,
    },
    {
      on: 'the access code of an unpaid donation',
      id: ({ donation }) => donation.accessCode,
      answers: everyone('not-found'),
      ...sent,
    },
    { on: 'a made-up code', id: madeUp, answers: everyone('not-found'), ...sent },
  ]
}

const companyForm = () => {
  const form = new FormData()
  form.append('company', 'Okoro & Sons Ltd')
  form.append('tin', '12345678-0001')
  return form
}

const checked = (keys: string): Case[] => [
  { on: 'the code on a receipt', id: ({ paid }) => paid.code, answers: everyone(200), keys },
  { on: 'a made-up code', id: 'A'.repeat(20), answers: everyone('not-found') },
]

const statement = '{donated donations[] mode net reversed year years[]}'
const statementOfDonor =
  '{donated donations[{accessCode amount campaign donatedAt number reversed}] mode net reversed year years[]}'
const thisYear = new Date().getUTCFullYear()

/** Receipts and statements of donors, and what others may verify. */
export const receiptRows: Matrix = {
  'GET /api/donations/:id/receipt.pdf': papers({
    status: 200,
    keys: 'application/pdf',
  }),
  'POST /api/donations/:id/receipt.pdf': papers({
    status: 200,
    keys: 'application/pdf',
    body: companyForm,
  }),
  'POST /api/donations/:id/receipt-mail': papers({ status: 204, body: {} }),
  'GET /api/verify/:id': checked(
    '{amount campaign{title} code donatedAt logged{entry{index size} logKeys[] proof} mode number reversed signed{keyId signature text} status}',
  ),
  'GET /api/verify/:id/receipt.txt': checked('text/plain'),
  'GET /api/verify/:id/receipt.tlog-proof': checked('text/plain'),
  'GET /api/verify/:id/receipt.sig': checked('application/octet-stream'),
  'GET /log/checkpoint': [{ on: 'the log', answers: everyone(200), keys: 'text/plain' }],
  'GET /log/policy': [{ on: 'the log', answers: everyone(200), keys: 'text/plain' }],
  'GET /log/tile/*': [
    {
      on: 'the first entries',
      path: '/log/tile/entries/000.p/1',
      answers: everyone(200),
      keys: 'application/octet-stream',
    },
    { on: 'a tile that is not there', path: '/log/tile/0/999', answers: everyone('not-found') },
  ],
  'GET /.well-known/ajo-receipt-keys': [
    { on: 'the keys', answers: everyone(200), keys: '{keys[{alg crv kid kty use x}]}' },
  ],
  'GET /.well-known/ajo-receipt-keys/:id': [
    {
      on: 'one that signs',
      path: ({ paid }) => `/.well-known/ajo-receipt-keys/${paid.keyId}.pem`,
      answers: everyone(200),
      keys: 'application/x-pem-file',
    },
    { on: 'a made-up one', id: '0000000000000000.pem', answers: everyone('not-found') },
  ],
  'GET /api/statements/:year': [
    {
      on: 'this year',
      path: `/api/statements/${thisYear}`,
      answers: verifiedOnly(200),
      keys: { donor: statementOfDonor, others: statement },
    },
  ],
  'GET /api/statements/:year/statement.pdf': [
    {
      on: 'this year',
      path: `/api/statements/${thisYear}/statement.pdf`,
      answers: verifiedOnly(200),
      keys: 'application/pdf',
    },
  ],
}
