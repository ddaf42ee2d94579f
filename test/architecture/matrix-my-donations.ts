import { everyone, verifiedOnly, type Matrix } from './matrix-cells.ts'

/** What a person gave, with an account or by the link of a mail. */
export const myDonationRows: Matrix = {
  'GET /api/campaigns/:id/account-number': {
    rule: 'readAccountNumber',
    cases: [
      {
        on: "the owner's approved one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/account-number`,
        answers: everyone(200),
        keys: '{accountNumber}',
      },
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/account-number`,
        answers: everyone('not-found'),
      },
    ],
  },
  'POST /api/campaigns/:id/transfer-claims': {
    rule: 'requestTransferClaim',
    cases: [
      {
        on: "the owner's approved one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.owners.id}/transfer-claims`,
        body: { amount: '5,000', digits: '0011', email: 'sender@example.com' },
        answers: everyone(204),
      },
      {
        on: "the owner's pending one",
        path: ({ campaigns }) => `/api/campaigns/${campaigns.ownersPending.id}/transfer-claims`,
        body: { amount: '5,000', digits: '0011', email: 'sender@example.com' },
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/my-donations': {
    rule: 'readMyDonations',
    cases: [
      {
        on: 'what they gave',
        path: '/api/my-donations',
        answers: verifiedOnly(200),
        keys: {
          donor: '{campaigns[{daysLeft goal id raised status title}] claimable donations given}',
          others: '{campaigns[] claimable donations given}',
        },
      },
    ],
  },
  'POST /api/my-donations/claim': {
    rule: 'claimDonations',
    cases: [
      {
        on: 'donations with their address',
        path: '/api/my-donations/claim',
        body: {},
        answers: verifiedOnly(200),
        keys: '{claimed}',
      },
    ],
  },
  'GET /api/my-donations/:id': {
    rule: 'readGuestDonations',
    cases: [
      {
        on: 'the link of a mail',
        path: ({ mailLinks }) => `/api${mailLinks.guestData}`,
        answers: everyone(200),
        keys: '{donations[] next years[]}',
      },
      {
        on: 'a made-up link',
        path: `/api/my-donations/${'A'.repeat(200)}`,
        answers: everyone('not-found'),
      },
    ],
  },
  'GET /api/my-donations/:id/statements/:year/statement.pdf': {
    rule: 'downloadGuestStatement',
    cases: [
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
  },
}
