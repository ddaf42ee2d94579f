import type { Account } from '#shared/account.ts'

export const adaAccount: Account = {
  _id: 'user-ada',
  uid: 'uid-ada',
  firstname: 'Ada',
  lastname: 'Okafor',
  email: 'ada@example.com',
  gender: 'Female',
  terms: true,
  emailVerified: true,
  roles: [],
  createdAt: '2025-11-01T09:00:00.000Z',
}

/** What the API answers about the session of Ada. */
export const adaSession = { 'GET /api/session': { account: adaAccount } }
