import { signedInOnly, verifiedOnly, type Matrix } from './matrix-cells.ts'
import { password } from './matrix-world.ts'

const campaigns =
  '{bankAccount{bankCode last4} category city contact{email isPublic name phone} country createdAt description endDate ' +
  'goal id images[{alt height id width}] impact importance ownerUid owner{firstname lastname} raiseMoneyFor slug ' +
  'startDate status title}'
const donations =
  '{accessCode amountKobo anonymous campaign createdAt email language message mode name receiptIssuedAt receiptNumber reference ' +
  'status thankedAt unsubscribedAt wantsUpdates}'
/** Everyone with a confirmed address has uploaded an image. */
const images = '{id uploadedAt}'
const roles = '{grantedAt role}'
const refunds =
  '{amountKobo bankAccount campaignId createdAt reason requestedBy state withheldFeeKobo}'
type Lists = {
  campaigns?: string
  donations?: string
  images?: string
  refunds?: string
  roles?: string
}
const dataWith = (lists: Lists) =>
  `{account{createdAt email emailVerified language roles[] uid} actions[] bankAccountHolders[] campaignChanges[] campaignEdits[] ` +
  `campaignHistory[] campaigns[${lists.campaigns ?? ''}] codes[] devices[] donations[${lists.donations ?? ''}] ` +
  `draft events[] exportedAt feedback[] images[${lists.images ?? ''}] mails[] ` +
  `profile{_id email emailVerified firstname gender lastname terms uid} refunds[${lists.refunds ?? ''}] reports[] ` +
  `roles[${lists.roles ?? ''}] sessions[{createdAt device id seenAt}] thankYouMessages[] twoFactor[] undeliverable[]}`

/** Two-factor authentication, data export and erasure. Everything here belongs to the signed-in person. */
export const securityRows: Matrix = {
  'GET /api/account/two-factor': {
    rule: 'readTwoFactor',
    cases: [
      {
        on: 'their own',
        path: '/api/account/two-factor',
        answers: verifiedOnly(200),
        keys: '{isOn recoveryCodesLeft}',
      },
    ],
  },
  'POST /api/account/two-factor': {
    rule: 'manageTwoFactor',
    cases: [
      {
        on: 'their own, with the password',
        path: '/api/account/two-factor',
        body: { currentPassword: password },
        answers: verifiedOnly(200),
        keys: '{secret uri}',
      },
      {
        on: 'their own, with a wrong password',
        path: '/api/account/two-factor',
        body: { currentPassword: 'harmattan kite 12' },
        answers: verifiedOnly('wrong-password'),
      },
    ],
  },
  'POST /api/account/two-factor/confirm': {
    rule: 'manageTwoFactor',
    cases: [
      {
        on: 'a code without a setup',
        path: '/api/account/two-factor/confirm',
        body: { code: '000000' },
        answers: verifiedOnly('two-factor-code-wrong'),
      },
    ],
  },
  'POST /api/account/two-factor/off': {
    rule: 'manageTwoFactor',
    cases: [
      {
        on: 'a wrong code',
        path: '/api/account/two-factor/off',
        body: { currentPassword: password, code: '000000' },
        answers: verifiedOnly('two-factor-code-wrong'),
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
          owner: dataWith({ campaigns, images }),
          otherOwner: dataWith({ campaigns, images }),
          reviewerWhoOwns: dataWith({ campaigns, images, roles }),
          reviewer: dataWith({ images, roles }),
          admin: dataWith({ images, roles }),
          donor: dataWith({ donations, images, refunds }),
          unverified: dataWith({}),
          others: dataWith({ images }),
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
        // A running campaign must end first.
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
