import { signedInOnly, verifiedOnly, type Matrix } from './matrix-cells.ts'
import { password } from './matrix-world.ts'

const campaign =
  '{bankAccount{bankCode last4} category city contact{email isPublic name phone} country createdAt description endDate ' +
  'goal id images[{alt height id width}] impact importance ownerUid owner{firstname lastname} raiseMoneyFor slug ' +
  'startDate status title}'
const donation =
  '{amountKobo anonymous campaign createdAt message mode name receipt receiptNumber reference state updates}'
const dataWith = (campaigns: string, donations: string) =>
  `{account{createdAt email emailVerified roles[] uid} campaigns[${campaigns}] donations[${donations}] draft events[] ` +
  `feedback[] madeAt profile{_id email emailVerified firstname gender lastname terms uid} ` +
  `sessions[{createdAt device id seenAt}]}`

/** The second step of logging in, and what a person may ask about data of theirs. Everything here is the asker's own. */
export const securityRows: Matrix = {
  'GET /api/account/second-factor': {
    rule: 'manageSecondFactor',
    cases: [
      {
        on: 'their own',
        path: '/api/account/second-factor',
        answers: verifiedOnly(200),
        keys: '{isOn recoveryCodesLeft}',
      },
    ],
  },
  'POST /api/account/second-factor': {
    rule: 'manageSecondFactor',
    cases: [
      {
        on: 'their own, with the password',
        path: '/api/account/second-factor',
        body: { currentPassword: password },
        answers: verifiedOnly(200),
        keys: '{secret uri}',
      },
      {
        on: 'their own, with a wrong password',
        path: '/api/account/second-factor',
        body: { currentPassword: 'harmattan kite 12' },
        answers: verifiedOnly('wrong-password'),
      },
    ],
  },
  'POST /api/account/second-factor/confirm': {
    rule: 'manageSecondFactor',
    cases: [
      {
        on: 'a code for what was never begun',
        path: '/api/account/second-factor/confirm',
        body: { code: '000000' },
        answers: verifiedOnly('second-factor-wrong'),
      },
    ],
  },
  'POST /api/account/second-factor/off': {
    rule: 'manageSecondFactor',
    cases: [
      {
        on: 'a wrong code',
        path: '/api/account/second-factor/off',
        body: { currentPassword: password, code: '000000' },
        answers: verifiedOnly('second-factor-wrong'),
      },
    ],
  },
  'GET /api/account/data': {
    rule: 'readOwnData',
    cases: [
      {
        on: 'their own',
        path: '/api/account/data',
        answers: signedInOnly(200),
        keys: {
          owner: dataWith(campaign, ''),
          otherOwner: dataWith(campaign, ''),
          reviewerWhoOwns: dataWith(campaign, ''),
          donor: dataWith('', donation),
          others: dataWith('', ''),
        },
      },
    ],
  },
  'POST /api/account/deletion': {
    rule: 'deleteAccount',
    cases: [
      {
        on: 'their own, with the password',
        path: '/api/account/deletion',
        body: { currentPassword: password },
        // One that is approved and running comes to its end first.
        answers: { ...signedInOnly(204), owner: 'account-has-campaigns' },
      },
      {
        on: 'their own, with a wrong password',
        path: '/api/account/deletion',
        body: { currentPassword: 'harmattan kite 12' },
        answers: signedInOnly('wrong-password'),
      },
    ],
  },
}
