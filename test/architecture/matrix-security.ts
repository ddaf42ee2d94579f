import { isPersonal } from '#server/people/privacy/inventory/entry.ts'
import { inventory } from '#server/people/privacy/inventory/inventory.ts'

import { signedInOnly, verifiedOnly, type Matrix } from './matrix-cells.ts'
import { versionKeys } from './matrix-versions.ts'
import { password } from './matrix-world.ts'

const campaigns =
  '{bankAccount{bankCode last4} budget[] category cause city contact{email isPublic name phone} country createdAt description endDate ' +
  'goal id images[{alt height id width}] impact importance ownerUid owner{firstname lastname} raiseMoneyFor slug ' +
  'startDate status title}'
const donations =
  '{accessCode amountKobo anonymous campaignTitle createdAt donorEmail donorName hidesAmount language message mode platformKobo ' +
  'quotedFeeKobo reference sharesEmail showsMessage showsName source state termsVersion wantsUpdates}'
const payments = '{amountKobo channel currency donationId feesKobo paidAt status}'
const refunds = '{amountKobo createdAt donationId id reason requestedBy state withheldFeeKobo}'
/** What belongs to the donor's donation. */
const ofDonation = {
  donations,
  payments,
  supporterEntries: '{listedAt reply words}',
  refunds,
  confirmedAddress: '{at}',
  disputes: '{category donationId dueAt refundKobo resolution status}',
  donationForms: '{createdAt donationId}',
  paymentsOnHold: '{createdAt reason reference resolvedAt state}',
  receipts: '{code donatedAt donationId issuedAt number}',
  refundBankAccounts: '{accountNumber bankId linkExpiresAt refundId}',
  webhooks: '{event receivedAt reference state}',
}
/** Everyone with a confirmed address has uploaded an image. */
const images = '{createdAt imageId}'
const campaignVersions = `{at campaignId content{${versionKeys}} kind number}`
const campaignUpdates = '{campaignId earlier[] editedAt hiddenAt images[] publishedAt text title}'
const roles = '{grantedAt role}'
/** A frozen campaign with an appeal. */
const ofModeration = {
  appeals: '{at campaignId closedAt decidedAt kind outcome reason text}',
  campaignDecisions: '{at campaignId endedAt ground kind publicReason reason reportReasons[]}',
  campaignHistory: '{at campaignId event fromStatus reason toStatus}',
  freezes: '{at campaignId reason}',
  payees:
    '{answeredAt cacNumber campaignId confirmedName createdAt email kind name scumlNumber state}',
  expenses:
    '{amountKobo campaignId day documentId line payee struckAt struckReason withdrawnAt writtenAt}',
  outsideReceipts:
    '{amountKobo campaignId day documentId note struckAt struckReason withdrawnAt writtenAt}',
  campaignRequests: '{askedAt campaignId kind}',
  payoutStops: '{campaignId endedAt kind startedAt until}',
}
const memberships = '{acceptedAt campaignId endedAt invitedAt role}'
const scheduledDecisions = '{campaignId createdAt decision{event version}}'
const decisions = '{at campaignId event reason}'
const reports = '{at campaignId details reason resolvedAt}'
const documents = '{campaignId createdAt name publishedAt sizeBytes type}'

/** The keys of the lists that have rows. The other lists of the inventory are empty. */
function dataWith(rows: Record<string, string>): string {
  const lists = Object.values(inventory).flatMap((entry) =>
    isPersonal(entry) ? (entry.exports ?? []).map(({ as }) => as) : [],
  )
  const all = { account: '{createdAt email emailVerified language uid}', campaigns: '', ...rows }
  const sessions = '{createdAt device seenAt twoFactor}'
  const found: Record<string, string> = { sessions, ...all }
  const keys = [...new Set([...lists, 'campaigns'])].map((key) => `${key}[${found[key] ?? ''}]`)
  const profile = 'profile{_id email emailVerified firstname gender lastname terms uid}'
  return `{${[...keys, 'exportedAt', profile].toSorted().join(' ')}}`
}

/** Two-factor authentication, data export and erasure. Everything here belongs to the signed-in person. */
export const securityRows: Matrix = {
  'GET /api/account/terms': [{ on: 'their own', answers: signedInOnly(200), keys: '{isAccepted}' }],
  'POST /api/account/terms': [{ on: 'their own', answers: signedInOnly(204) }],
  'GET /api/account/two-factor': [
    { on: 'their own', answers: verifiedOnly(200), keys: '{isOn recoveryCodesLeft}' },
  ],
  'POST /api/account/two-factor': [
    {
      on: 'their own, with the password',
      body: { currentPassword: password },
      answers: verifiedOnly(200),
      keys: '{secret uri}',
    },
    {
      on: 'their own, with a wrong password',
      body: { currentPassword: 'harmattan kite 12' },
      answers: verifiedOnly('wrong-password'),
    },
  ],
  'POST /api/account/two-factor/confirm': [
    {
      on: 'a code without a setup',
      body: { code: '000000' },
      answers: verifiedOnly('two-factor-code-wrong'),
    },
  ],
  'POST /api/account/two-factor/off': [
    {
      on: 'a wrong code',
      body: { currentPassword: password, code: '000000' },
      answers: verifiedOnly('two-factor-code-wrong'),
    },
  ],
  'GET /api/account/data': [
    {
      on: 'their own',
      answers: signedInOnly(200),
      keys: {
        owner: dataWith({
          campaigns,
          documents,
          images,
          campaignUpdates,
          campaignVersions,
          ...ofModeration,
        }),
        otherOwner: dataWith({ campaigns, images }),
        reviewerWhoOwns: dataWith({ campaigns, images, roles }),
        reviewer: dataWith({ images, roles, scheduledDecisions }),
        reviewerWhoApproved: dataWith({ decisions, images, roles }),
        reviewerWhoDonated: dataWith({ images, roles }),
        reviewerWhoReported: dataWith({ images, reports, roles }),
        admin: dataWith({ images, roles }),
        editor: dataWith({ images, memberships }),
        treasurer: dataWith({ images, memberships }),
        donor: dataWith({ ...ofDonation, images }),
        unverified: dataWith({}),
        others: dataWith({ images }),
      },
    },
  ],
  'POST /api/account/deletion': [
    {
      on: 'their own, with the password',
      body: { currentPassword: password },
      // The owner's campaign is running and has money that was not paid out. A refund of the donor's donation is under way. A
      // reviewer's campaign was reported.
      answers: {
        ...signedInOnly(204),
        owner: 'account-legal-hold',
        reviewerWhoOwns: 'account-legal-hold',
        donor: 'account-legal-hold',
      },
    },
    {
      on: 'their own, with a wrong password',
      body: { currentPassword: 'harmattan kite 12' },
      answers: signedInOnly('wrong-password'),
    },
  ],
}
