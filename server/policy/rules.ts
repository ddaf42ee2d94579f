import type { CampaignStatus } from '#shared/campaign.ts'

import type { Actor } from './actor.ts'
import * as limits from './rate-limit-policies.ts'
import { unlimited, type RateLimitPolicy } from './rate-limit.ts'

/** Error code of a refused request. */
export type Refusal =
  | 'sign-in-required'
  | 'verified-email-required'
  | 'two-factor-code-required'
  | 'not-found'
  | 'wrong-signature'

/**
 * `who` checks the actor, `when` the actor's relation to the subject, and `limit` says how often. If `when` is false, the response
 * is the same as for a missing subject.
 */
export interface Rule<Subject> {
  who: (actor: Actor) => Refusal | null
  when: (actor: Actor, subject: Subject) => boolean
  limit: RateLimitPolicy
}

type CampaignSubject = { ownerUid: string; status: CampaignStatus }

/** `donorUid` is null for a guest's donation. */
type DonationSubject = { foundBy: 'accessCode' | 'reference'; donorUid: string | null }

type PersonalSubject = { uid: string }

type StoredSubject = { id: string }

type RefundSubject = { foundBy: 'id' | 'accessCode'; ownerUid: string; donorUid: string | null }

// Specification §6, readings P1–P6. One rule per action; a route without a rule fails a test.

export const readPage = rule<null>(anyone, always, limits.reads)
export const submitPage = rule<null>(anyone, always, limits.pageForms)
/** Only sets a cookie, which costs as little as a read. */
export const chooseLanguage = rule<null>(anyone, always, limits.reads)
export const readHealth = rule<null>(
  anyone,
  always,
  unlimited('Monitoring must not be refused, and the response costs nothing.'),
)
/** The token in the request decides. */
export const readMetrics = rule<null>(anyone, always, limits.reads)
export const readMailbox = rule<null>(anyone, always, limits.reads)

export const signUp = rule<null>(anyone, always, limits.signUps)
export const signIn = rule<null>(anyone, always, limits.logins)
export const readSession = rule<null>(anyone, always, limits.reads)
export const signOut = rule<null>(anyone, always, limits.sessionEnds)
export const useActionCode = rule<null>(anyone, always, limits.actionCodes)
export const requestReset = rule<null>(anyone, always, limits.resetMails)
export const resendVerification = rule<null>(user, always, limits.verificationMails)
export const updateAccount = rule<null>(verifiedUser, always, limits.accountChanges)
export const readOwnData = rule<null>(user, always, limits.dataExports)
export const deleteAccount = rule<null>(user, always, limits.securityChanges)
export const readTwoFactor = rule<null>(verifiedUser, always, limits.reads)
export const manageTwoFactor = rule<null>(verifiedUser, always, limits.securityChanges)
export const listSessions = rule<null>(user, always, limits.reads)
export const endSessions = rule<null>(user, always, limits.changes)
export const endSession = rule<PersonalSubject>(user, own, limits.changes)
export const sendFeedback = rule<null>(verifiedUser, always, limits.feedback)

export const listCampaigns = rule<null>(anyone, always, limits.reads)
export const readCampaign = rule<CampaignSubject>(anyone, publishedOrOwnedOrReviewer, limits.reads)
export const readCampaignLedger = rule<CampaignSubject>(anyone, published, limits.reads)
/** Every entry at once. */
export const downloadCampaignLedger = rule<CampaignSubject>(anyone, published, limits.documents)
export const listOwnCampaigns = rule<null>(verifiedUser, always, limits.reads)
export const createCampaign = rule<null>(verifiedUser, always, limits.campaignSubmissions)
export const readCampaignForm = rule<CampaignSubject>(verifiedUser, owned, limits.reads)
export const editCampaign = rule<CampaignSubject>(verifiedUser, owned, limits.campaignEdits)
export const endCampaign = rule<CampaignSubject>(verifiedUser, owned, limits.changes)
export const readHistory = rule<CampaignSubject>(verifiedUser, ownedOrReviewer, limits.reads)
export const deleteCampaign = rule<CampaignSubject>(verifiedUser, owned, limits.changes)
export const readDraft = rule<null>(verifiedUser, always, limits.reads)
export const editDraft = rule<null>(verifiedUser, always, limits.changes)
export const uploadImage = rule<null>(verifiedUser, always, limits.imageUploads)
export const readImage = rule<null>(anyone, always, limits.reads)
export const readShareImage = rule<CampaignSubject>(anyone, published, limits.documents)
export const readFeed = rule<null>(anyone, always, limits.reads)
export const listBanks = rule<null>(verifiedUser, always, limits.documents)

export const reportCampaign = rule<CampaignSubject>(anyone, published, limits.reports)
export const listReviews = rule<null>(reviewer, always, limits.reads)
export const reviewCampaign = rule<CampaignSubject>(reviewer, always, limits.changes)
export const cancelCampaign = rule<CampaignSubject>(admin, always, limits.changes)

export const donate = rule<CampaignSubject>(anyone, published, limits.donations)
export const readReceipt = rule<DonationSubject>(anyone, isDonorOrHasAccessCode, limits.reads)
export const downloadReceipt = rule<DonationSubject>(
  anyone,
  isDonorOrHasAccessCode,
  limits.documents,
)
export const resendReceipt = rule<DonationSubject>(
  anyone,
  isDonorOrHasAccessCode,
  limits.receiptMails,
)
export const verifyReceipt = rule<object>(anyone, always, limits.reads)
export const readReceiptKeys = rule<null>(anyone, always, limits.reads)
export const readLog = rule<null>(anyone, always, limits.reads)
export const readStatement = rule<null>(verifiedUser, always, limits.documents)
export const readRefundQuote = rule<RefundSubject>(anyone, isOwnerDonorOrAdmin, limits.reads)
/** The secret link in a mail identifies the refund. */
export const readRefundAccount = rule<object>(anyone, always, limits.reads)
export const submitRefundAccount = rule<object>(anyone, always, limits.refundAccounts)
export const refundDonation = rule<RefundSubject>(anyone, isOwnerDonorOrAdmin, limits.refunds)
export const readOverview = rule<null>(anyone, always, limits.reads)
export const listTransactions = rule<null>(verifiedUser, always, limits.reads)
export const exportTransactions = rule<null>(verifiedUser, always, limits.documents)
export const readMoney = rule<CampaignSubject>(verifiedUser, ownedOrAdmin, limits.reads)
export const exportDonations = rule<CampaignSubject>(verifiedUser, ownedOrAdmin, limits.documents)
export const thankDonors = rule<CampaignSubject>(verifiedUser, owned, limits.changes)
/** The secret link in the mail identifies the recipient. */
export const unsubscribe = rule<object>(anyone, always, limits.unsubscribing)
export const confirmAddress = rule<object>(anyone, always, limits.mailLinks)
/** The secret link in a notice identifies the account. */
export const secureAccount = rule<object>(anyone, always, limits.mailLinks)
export const reportMessage = rule<object>(anyone, always, limits.mailLinks)
export const readAdmin = rule<null>(admin, always, limits.reads)
export const replayEvent = rule<StoredSubject>(admin, always, limits.changes)
export const runLedgerCheck = rule<null>(admin, always, limits.changes)
export const resolveQuarantine = rule<StoredSubject>(admin, always, limits.changes)
export const acknowledgeDifference = rule<StoredSubject>(admin, always, limits.changes)
export const writeOff = rule<object>(admin, always, limits.changes)
export const retryRefund = rule<StoredSubject>(admin, always, limits.changes)
export const retryMail = rule<StoredSubject>(admin, always, limits.changes)
export const retryJob = rule<StoredSubject>(admin, always, limits.changes)
export const removeSuppression = rule<StoredSubject>(admin, always, limits.changes)
export const receivePayment = rule<null>(paymentProvider, always, limits.webhooks)

function rule<Subject>(
  who: Rule<Subject>['who'],
  when: Rule<Subject>['when'],
  limit: RateLimitPolicy,
): Rule<Subject> {
  return { who, when, limit }
}

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
