import type { CampaignStatus } from '#shared/campaign.ts'

import type { Actor } from './actor.ts'

/** Error code of a refused request. */
export type Refusal =
  | 'sign-in-required'
  | 'verified-email-required'
  | 'two-factor-code-required'
  | 'not-found'
  | 'wrong-signature'

/** `who` checks the actor, `when` the actor's relation to the subject. If `when` is false, the response is the same as for a missing subject. */
export interface Rule<Subject> {
  who: (actor: Actor) => Refusal | null
  when: (actor: Actor, subject: Subject) => boolean
}

type CampaignSubject = { ownerUid: string; status: CampaignStatus }

/** `donorUid` is null for a guest's donation. */
type DonationSubject = { foundBy: 'accessCode' | 'reference'; donorUid: string | null }

type PersonalSubject = { uid: string }

type StoredSubject = { id: string }

type RefundSubject = { foundBy: 'id' | 'accessCode'; ownerUid: string; donorUid: string | null }

// Specification §6, readings P1–P6. One rule per action; a route without a rule fails a test.

export const readPage: Rule<null> = { who: anyone, when: always }
export const chooseLanguage: Rule<null> = { who: anyone, when: always }
export const readHealth: Rule<null> = { who: anyone, when: always }
export const readMailbox: Rule<null> = { who: anyone, when: always }

export const signUp: Rule<null> = { who: anyone, when: always }
export const signIn: Rule<null> = { who: anyone, when: always }
export const readSession: Rule<null> = { who: anyone, when: always }
export const signOut: Rule<null> = { who: anyone, when: always }
export const useActionCode: Rule<null> = { who: anyone, when: always }
export const requestReset: Rule<null> = { who: anyone, when: always }
export const resendVerification: Rule<null> = { who: user, when: always }
export const updateAccount: Rule<null> = { who: verifiedUser, when: always }
export const readOwnData: Rule<null> = { who: user, when: always }
export const deleteAccount: Rule<null> = { who: user, when: always }
export const manageTwoFactor: Rule<null> = { who: verifiedUser, when: always }
export const listSessions: Rule<null> = { who: user, when: always }
export const endSession: Rule<PersonalSubject> = { who: user, when: own }
export const sendFeedback: Rule<null> = { who: verifiedUser, when: always }

export const listCampaigns: Rule<null> = { who: anyone, when: always }
export const readCampaign: Rule<CampaignSubject> = { who: anyone, when: publishedOrOwnedOrReviewer }
export const listOwnCampaigns: Rule<null> = { who: verifiedUser, when: always }
export const createCampaign: Rule<null> = { who: verifiedUser, when: always }
export const editCampaign: Rule<CampaignSubject> = { who: verifiedUser, when: owned }
export const endCampaign: Rule<CampaignSubject> = { who: verifiedUser, when: owned }
export const readHistory: Rule<CampaignSubject> = { who: verifiedUser, when: ownedOrReviewer }
export const deleteCampaign: Rule<CampaignSubject> = { who: verifiedUser, when: owned }
export const editDraft: Rule<null> = { who: verifiedUser, when: always }
export const uploadImage: Rule<null> = { who: verifiedUser, when: always }
export const readImage: Rule<null> = { who: anyone, when: always }
export const readShareImage: Rule<CampaignSubject> = { who: anyone, when: published }
export const readFeed: Rule<null> = { who: anyone, when: always }
export const listBanks: Rule<null> = { who: verifiedUser, when: always }

export const reportCampaign: Rule<CampaignSubject> = { who: anyone, when: published }
export const listReviews: Rule<null> = { who: reviewer, when: always }
export const reviewCampaign: Rule<CampaignSubject> = { who: reviewer, when: always }
export const cancelCampaign: Rule<CampaignSubject> = { who: admin, when: always }

export const donate: Rule<CampaignSubject> = { who: anyone, when: published }
export const readReceipt: Rule<DonationSubject> = { who: anyone, when: isDonorOrHasAccessCode }
export const resendReceipt: Rule<DonationSubject> = { who: anyone, when: isDonorOrHasAccessCode }
export const verifyReceipt: Rule<object> = { who: anyone, when: always }
export const readReceiptKeys: Rule<null> = { who: anyone, when: always }
export const readStatement: Rule<null> = { who: verifiedUser, when: always }
export const refundDonation: Rule<RefundSubject> = { who: anyone, when: isOwnerDonorOrAdmin }
export const readOverview: Rule<null> = { who: anyone, when: always }
export const listTransactions: Rule<null> = { who: verifiedUser, when: always }
export const readMoney: Rule<CampaignSubject> = { who: verifiedUser, when: ownedOrAdmin }
export const thankDonors: Rule<CampaignSubject> = { who: verifiedUser, when: owned }
/** The secret link in the mail identifies the recipient. */
export const unsubscribe: Rule<object> = { who: anyone, when: always }
export const readAdmin: Rule<null> = { who: admin, when: always }
export const replayEvent: Rule<StoredSubject> = { who: admin, when: always }
export const runLedgerCheck: Rule<null> = { who: admin, when: always }
export const resolveQuarantine: Rule<StoredSubject> = { who: admin, when: always }
export const retryMail: Rule<StoredSubject> = { who: admin, when: always }
export const receivePayment: Rule<null> = { who: paymentProvider, when: always }

function anyone() {
  return null
}

function user(actor: Actor): Refusal | null {
  return actor.kind === 'user' ? null : 'sign-in-required'
}

function verifiedUser(actor: Actor): Refusal | null {
  if (actor.kind !== 'user') return 'sign-in-required'
  return actor.emailVerified ? null : 'verified-email-required'
}

/** Answers 'not-found' to other actors, so that the pages for reviewers stay hidden. */
function reviewer(actor: Actor): Refusal | null {
  if (isReviewer(actor)) return null
  return actor.kind === 'user' && actor.emailVerified && actor.inactiveRoles?.length
    ? 'two-factor-code-required'
    : 'not-found'
}

function admin(actor: Actor): Refusal | null {
  if (actor.kind !== 'user' || !actor.emailVerified) return 'not-found'
  if (actor.roles.includes('admin')) return null
  return actor.inactiveRoles?.includes('admin') ? 'two-factor-code-required' : 'not-found'
}

function paymentProvider(actor: Actor): Refusal | null {
  return actor.kind === 'payment-provider' ? null : 'wrong-signature'
}

function always() {
  return true
}

/** Campaigns that were ever approved: donors can still read them after the end (readings P4, P5). */
function published(_actor: Actor, { status }: CampaignSubject) {
  return status === 'approved' || status === 'ended' || status === 'cancelled'
}

function owned(actor: Actor, { ownerUid }: CampaignSubject) {
  return actor.kind === 'user' && actor.uid === ownerUid
}

function ownedOrAdmin(actor: Actor, campaign: CampaignSubject) {
  return owned(actor, campaign) || (actor.kind === 'user' && actor.roles.includes('admin'))
}

function own(actor: Actor, { uid }: PersonalSubject) {
  return actor.kind === 'user' && actor.uid === uid
}

/** The access code is secret. The reference is not: the organiser sees it, too. */
function isDonorOrHasAccessCode(actor: Actor, { foundBy, donorUid }: DonationSubject) {
  return foundBy === 'accessCode' || (actor.kind === 'user' && actor.uid === donorUid)
}

/** A guest is identified by the donation's access code. */
function isOwnerDonorOrAdmin(actor: Actor, { foundBy, ownerUid, donorUid }: RefundSubject) {
  if (foundBy === 'accessCode') return true
  if (actor.kind !== 'user' || !actor.emailVerified) return false
  return actor.uid === ownerUid || actor.uid === donorUid || actor.roles.includes('admin')
}

function publishedOrOwnedOrReviewer(actor: Actor, campaign: CampaignSubject) {
  return published(actor, campaign) || ownedOrReviewer(actor, campaign)
}

function ownedOrReviewer(actor: Actor, campaign: CampaignSubject) {
  return owned(actor, campaign) || isReviewer(actor)
}

function isReviewer(actor: Actor) {
  return (
    actor.kind === 'user' &&
    actor.emailVerified &&
    (actor.roles.includes('reviewer') || actor.roles.includes('admin'))
  )
}
