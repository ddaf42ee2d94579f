import { everyone, verifiedOnly, type Matrix } from './matrix-cells.ts'

/** What a person gave, with an account or by the link of a mail. */
export const myDonationRows: Matrix = {
  'GET /api/campaigns/:id/account-number': [
    { campaign: 'owners', answers: everyone(200), keys: '{accountNumber}' },
    { campaign: 'ownersPending', answers: everyone('not-found') },
  ],
  'POST /api/campaigns/:id/transfer-claims': [
    {
      campaign: 'owners',
      body: { amount: '5,000', digits: '0011', email: 'sender@example.com' },
      answers: everyone(204),
    },
    {
      campaign: 'ownersPending',
      body: { amount: '5,000', digits: '0011', email: 'sender@example.com' },
      answers: everyone('not-found'),
    },
  ],
  'GET /api/my-donations': [
    {
      on: 'what they gave',
      answers: verifiedOnly(200),
      keys: {
        donor:
          '{campaigns[{daysLeft goal id raised status title}] claimable donations given monthly[]}',
        others: '{campaigns[] claimable donations given monthly[]}',
      },
    },
  ],
  'POST /api/my-donations/claim': [
    { on: 'donations with their address', body: {}, answers: verifiedOnly(200), keys: '{claimed}' },
  ],
  'GET /api/my-donations/:id': [
    {
      on: 'the link of a mail',
      path: ({ mailLinks }) => `/api${mailLinks.guestData}`,
      answers: everyone(200),
      keys: '{donations[] monthly[] next years[]}',
    },
    { on: 'a made-up link', id: 'A'.repeat(200), answers: everyone('not-found') },
  ],
  'GET /api/my-donations/:id/statements/:year/statement.pdf': [
    {
      on: 'the link of a mail',
      path: ({ mailLinks }) => `/api${mailLinks.guestData}/statements/2026/statement.pdf`,
      answers: everyone(200),
      keys: 'application/pdf',
    },
    {
      on: 'a year that is none',
      path: ({ mailLinks }) => `/api${mailLinks.guestData}/statements/1999/statement.pdf`,
      answers: everyone('not-found'),
    },
    {
      on: 'a made-up link',
      path: `/api/my-donations/${'A'.repeat(200)}/statements/2026/statement.pdf`,
      answers: everyone('not-found'),
    },
  ],
}
