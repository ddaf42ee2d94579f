import type { CampaignStatus } from '#shared/campaign.ts'

import type { Actor } from './actor.ts'

/** Why the answer is no. `http.ts` turns each reason into a status. */
export type Refusal =
  | 'sign-in-required'
  | 'verified-email-required'
  | 'second-factor-required'
  | 'not-found'
  | 'wrong-signature'

/** `who` may try, and `when` it is theirs to do. A false `when` looks like a missing subject. */
export interface Rule<Subject> {
  who: (actor: Actor) => Refusal | null
  when: (actor: Actor, subject: Subject) => boolean
}

/** What a rule needs to know of a campaign. */
type Owned = { ownerUid: string; status: CampaignStatus }

/** What a rule needs to know of a donation: by what it was found, and whose it is. A guest's is nobody's. */
type Receipted = { foundBy: 'receipt' | 'reference'; donorUid: string | null }

/** What belongs to one person alone. */
type Own = { uid: string }

/** What is there or not, and nobody's. */
type Stored = { id: string }

/** Whose gift it is, who raised it, and by what it was found. */
type Refundable = { foundBy: 'id' | 'receipt'; ownerUid: string; donorUid: string | null }

// Specification §6, readings P1–P6. One rule per action; the gate refuses whatever has no rule here.

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
export const manageSecondFactor: Rule<null> = { who: verifiedUser, when: always }
export const listSessions: Rule<null> = { who: user, when: always }
export const endSession: Rule<Own> = { who: user, when: own }
export const sendFeedback: Rule<null> = { who: verifiedUser, when: always }

export const listCampaigns: Rule<null> = { who: anyone, when: always }
export const readCampaign: Rule<Owned> = { who: anyone, when: publishedOrConcerned }
export const listOwnCampaigns: Rule<null> = { who: verifiedUser, when: always }
export const createCampaign: Rule<null> = { who: verifiedUser, when: always }
export const editCampaign: Rule<Owned> = { who: verifiedUser, when: owned }
export const endCampaign: Rule<Owned> = { who: verifiedUser, when: owned }
export const readHistory: Rule<Owned> = { who: verifiedUser, when: ownedOrReviewer }
export const deleteCampaign: Rule<Owned> = { who: verifiedUser, when: owned }
export const editDraft: Rule<null> = { who: verifiedUser, when: always }
export const uploadImage: Rule<null> = { who: verifiedUser, when: always }
export const readImage: Rule<null> = { who: anyone, when: always }
export const readSharePicture: Rule<Owned> = { who: anyone, when: published }
export const readFeed: Rule<null> = { who: anyone, when: always }
export const listBanks: Rule<null> = { who: verifiedUser, when: always }

export const reportCampaign: Rule<Owned> = { who: anyone, when: published }
export const listReviews: Rule<null> = { who: reviewer, when: always }
export const reviewCampaign: Rule<Owned> = { who: reviewer, when: always }
export const cancelCampaign: Rule<Owned> = { who: admin, when: always }

export const donate: Rule<Owned> = { who: anyone, when: published }
export const readReceipt: Rule<Receipted> = { who: anyone, when: holdsCodeOrGave }
export const resendReceipt: Rule<Receipted> = { who: anyone, when: holdsCodeOrGave }
export const verifyReceipt: Rule<object> = { who: anyone, when: always }
export const readReceiptKeys: Rule<null> = { who: anyone, when: always }
export const readStatement: Rule<null> = { who: verifiedUser, when: always }
export const refundDonation: Rule<Refundable> = { who: anyone, when: raisedOrGave }
export const readOverview: Rule<null> = { who: anyone, when: always }
export const listTransactions: Rule<null> = { who: verifiedUser, when: always }
export const readMoney: Rule<Owned> = { who: verifiedUser, when: ownedOrAdmin }
export const thankDonors: Rule<Owned> = { who: verifiedUser, when: owned }
/** Who holds the link of a mail was sent it. */
export const unsubscribe: Rule<object> = { who: anyone, when: always }
export const readOperatorDesk: Rule<null> = { who: admin, when: always }
export const replayEvent: Rule<Stored> = { who: admin, when: always }
export const proveBooks: Rule<null> = { who: admin, when: always }
export const resolveQuarantine: Rule<Stored> = { who: admin, when: always }
export const retryMail: Rule<Stored> = { who: admin, when: always }
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

/** To everybody else the reviewers' desk does not exist. */
function reviewer(actor: Actor): Refusal | null {
  if (isReviewer(actor)) return null
  return actor.kind === 'user' && actor.emailVerified && actor.dormantRoles?.length
    ? 'second-factor-required'
    : 'not-found'
}

/** Nor does the operator's. */
function admin(actor: Actor): Refusal | null {
  if (actor.kind !== 'user' || !actor.emailVerified) return 'not-found'
  if (actor.roles.includes('admin')) return null
  return actor.dormantRoles?.includes('admin') ? 'second-factor-required' : 'not-found'
}

function paymentProvider(actor: Actor): Refusal | null {
  return actor.kind === 'payment-provider' ? null : 'wrong-signature'
}

function always() {
  return true
}

/** Approved once, whatever came after: what people gave to stays readable (readings P4, P5). */
function published(_actor: Actor, { status }: Owned) {
  return status === 'approved' || status === 'ended' || status === 'cancelled'
}

function owned(actor: Actor, { ownerUid }: Owned) {
  return actor.kind === 'user' && actor.uid === ownerUid
}

function ownedOrAdmin(actor: Actor, campaign: Owned) {
  return owned(actor, campaign) || (actor.kind === 'user' && actor.roles.includes('admin'))
}

function own(actor: Actor, { uid }: Own) {
  return actor.kind === 'user' && actor.uid === uid
}

/** The receipt's code is known to whoever was given it. The reference is on other people's screens too. */
function holdsCodeOrGave(actor: Actor, { foundBy, donorUid }: Receipted) {
  return foundBy === 'receipt' || (actor.kind === 'user' && actor.uid === donorUid)
}

/** An admin may as well. A guest holds the code of the receipt and nothing else. */
function raisedOrGave(actor: Actor, { foundBy, ownerUid, donorUid }: Refundable) {
  if (foundBy === 'receipt') return true
  if (actor.kind !== 'user' || !actor.emailVerified) return false
  return actor.uid === ownerUid || actor.uid === donorUid || actor.roles.includes('admin')
}

function publishedOrConcerned(actor: Actor, campaign: Owned) {
  return published(actor, campaign) || ownedOrReviewer(actor, campaign)
}

function ownedOrReviewer(actor: Actor, campaign: Owned) {
  return owned(actor, campaign) || isReviewer(actor)
}

function isReviewer(actor: Actor) {
  return (
    actor.kind === 'user' &&
    actor.emailVerified &&
    (actor.roles.includes('reviewer') || actor.roles.includes('admin'))
  )
}
