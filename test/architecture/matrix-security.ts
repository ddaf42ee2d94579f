import { signedInOnly, verifiedOnly, type Matrix } from './matrix-cells.ts'
import { password } from './matrix-world.ts'

const campaigns =
  '{bankAccount{bankCode last4} category city contact{email isPublic name phone} country createdAt description endDate ' +
  'goal id images[{alt height id width}] impact importance ownerUid owner{firstname lastname} raiseMoneyFor slug ' +
  'startDate status title}'
const donations =
  '{amountKobo anonymous campaign createdAt email message mode name receipt receiptIssuedAt receiptNumber reference state ' +
  'thankedAt unsubscribedAt updates}'
/** Everybody with a confirmed address has sent a picture. */
const pictures = '{id sentAt}'
const roles = '{grantedAt role}'
type Lists = { campaigns?: string; donations?: string; pictures?: string; roles?: string }
const dataWith = (lists: Lists) =>
  `{account{createdAt email emailVerified roles[] uid} bankAccountHolders[] campaignChanges[] campaignEdits[] ` +
  `campaignHistory[] campaigns[${lists.campaigns ?? ''}] codes[] deeds[] devices[] donations[${lists.donations ?? ''}] ` +
  `draft events[] feedback[] madeAt mails[] pictures[${lists.pictures ?? ''}] ` +
  `profile{_id email emailVerified firstname gender lastname terms uid} refundRequests[] reports[] ` +
  `roles[${lists.roles ?? ''}] secondFactor[] sessions[{createdAt device id seenAt}] thanks[]}`

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
          owner: dataWith({ campaigns, pictures }),
          otherOwner: dataWith({ campaigns, pictures }),
          reviewerWhoOwns: dataWith({ campaigns, pictures, roles }),
          reviewer: dataWith({ pictures, roles }),
          admin: dataWith({ pictures, roles }),
          donor: dataWith({ donations, pictures }),
          unverified: dataWith({}),
          others: dataWith({ pictures }),
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
