import type { CampaignStatus } from '#shared/campaign.ts'
import { memberRoles, type MemberRole } from '#shared/member-role.ts'
import { conflicts, type Conflict } from '#shared/moderation.ts'
import type { Takedown } from '#shared/takedown.ts'

import type { Actor } from './actor.ts'
import type { RateLimitPolicy } from './rate-limit.ts'

/** Error code of a refused request. */
export type Refusal =
  | 'sign-in-required'
  | 'verified-email-required'
  | 'two-factor-required'
  | 'not-found'
  | 'wrong-signature'

/** Whose personal data reviewers and admins read under a rule. The access log records each such read. */
export type PersonalData = 'none' | 'organisers' | 'donors' | 'recipients' | 'staff'

/** `despite`: the reason why a person may act by a role on the own campaign, donation, report or debt. */
type ConflictPolicy = { blocking: readonly Conflict[] } | { despite: string }

/** What a role gives under a rule that no conflict of interest refuses. */
type StaffRight = { reads: PersonalData; despite: string }

/** A refusal that says why. */
type ExplainedRefusal =
  | { code: 'campaign-taken-down'; takedown?: Takedown }
  | { code: 'conflict-of-interest' }

/**
 * `who` checks the actor, `when` the actor's relation to the subject, and `limit` says how often. If `when` is false, the response
 * is the same as for a missing subject.
 */
export interface Rule<Subject> {
  who: (actor: Actor) => Refusal | null
  when: (actor: Actor, subject: Subject) => boolean
  limit: RateLimitPolicy
  personalData: PersonalData | undefined
  /** Which relations to the subject keep reviewers and admins from their right, or why none does. Undefined where a role gives no right. */
  conflict: ConflictPolicy | undefined
  /** True if the actor passes only because of a role. */
  isByRole: (actor: Actor, subject: Subject) => boolean
  /** A refusal whose reason the actor may know. Asked after `when`. */
  refuse?: (actor: Actor, subject: Subject) => ExplainedRefusal | undefined
}

export function rule<Subject>(
  who: Rule<Subject>['who'],
  when: Rule<Subject>['when'],
  limit: RateLimitPolicy,
  staff?: StaffRight,
): Rule<Subject> {
  const isByRole = (actor: Actor, subject: Subject) => {
    if (actor.kind !== 'user' || actor.roles.length === 0) return false
    const withoutRoles = { ...actor, roles: [], inactiveRoles: [] }
    return who(withoutRoles) !== null || !when(withoutRoles, subject)
  }
  const conflict = staff && { despite: staff.despite }
  return { who, when, limit, personalData: staff?.reads, conflict, isByRole }
}

/** What the gate decides, so that a page offers only what its reader may do. */
export function isAllowed<Subject>(
  { who, when, refuse }: Rule<Subject>,
  actor: Actor,
  subject: Subject,
): boolean {
  return who(actor) === null && when(actor, subject) && !refuse?.(actor, subject)
}

/** For everyone. A campaign that was taken down is refused with the reason, but not to who looks after it, reviewers and admins. */
export function publicRule(
  when: Rule<PublicSubject>['when'],
  limit: RateLimitPolicy,
  staff?: StaffRight,
): Rule<PublicSubject> {
  const open = rule<PublicSubject>(anyone, when, limit, staff)
  const isByRole = (actor: Actor, subject: PublicSubject) =>
    open.isByRole(actor, subject) ||
    (subject.status === 'taken-down' && isReviewer(actor) && !lookedAfter(actor, subject))
  return { ...open, isByRole, refuse: refuseTakenDown }
}

function refuseTakenDown(
  actor: Actor,
  { takedown, ...campaign }: PublicSubject,
): ExplainedRefusal | undefined {
  const isAllowedTo = lookedAfter(actor, campaign) || isReviewer(actor)
  if (campaign.status !== 'taken-down' || isAllowedTo) return undefined
  return { code: 'campaign-taken-down', ...(takedown && { takedown }) }
}

/** For an organiser's words to donors, which end with a takedown. */
export function wordsRule(
  when: Rule<CampaignSubject>['when'],
  limit: RateLimitPolicy,
): Rule<CampaignSubject> {
  const refuse = (_actor: Actor, { status }: CampaignSubject) =>
    status === 'taken-down' ? ({ code: 'campaign-taken-down' } as const) : undefined
  return { ...rule<CampaignSubject>(verifiedUser, when, limit), refuse }
}

type WithoutConflict<Subject> = {
  who: Rule<Subject>['who']
  when?: Rule<Subject>['when']
  limit: RateLimitPolicy
  /** All relations unless named. */
  blocking?: readonly Conflict[]
  reads?: PersonalData
}

/**
 * For reviewers and admins without a conflict of interest. A person whom `when` lets pass without a role has none: an organiser acts on the
 * own campaign. The transaction of a decision about a campaign asks again.
 */
export function withoutConflict<Subject extends ConflictSubject = ConflictSubject>({
  who,
  when = always,
  limit,
  blocking = conflicts,
  reads = 'none',
}: WithoutConflict<Subject>): Rule<Subject> {
  const open = rule<Subject>(who, when, limit, { reads, despite: '' })
  const refuse = (actor: Actor, subject: Subject) =>
    open.isByRole(actor, subject) && subject.conflicts.some((each) => blocking.includes(each))
      ? ({ code: 'conflict-of-interest' } as const)
      : undefined
  return { ...open, conflict: { blocking }, refuse }
}

export function anyone() {
  return null
}

export function user(actor: Actor): Refusal | null {
  return actor.kind === 'user' ? null : 'sign-in-required'
}

export function verifiedUser(actor: Actor): Refusal | null {
  if (actor.kind !== 'user') return 'sign-in-required'
  return actor.emailVerified ? null : 'verified-email-required'
}

/** Answers 'not-found' to other actors, so that the pages for reviewers stay hidden. */
export function reviewer(actor: Actor): Refusal | null {
  if (isReviewer(actor)) return null
  return actor.kind === 'user' && actor.emailVerified && actor.inactiveRoles?.length
    ? 'two-factor-required'
    : 'not-found'
}

export function admin(actor: Actor): Refusal | null {
  if (actor.kind !== 'user' || !actor.emailVerified) return 'not-found'
  if (actor.roles.includes('admin')) return null
  return actor.inactiveRoles?.includes('admin') ? 'two-factor-required' : 'not-found'
}

export function paymentProvider(actor: Actor): Refusal | null {
  return actor.kind === 'payment-provider' ? null : 'wrong-signature'
}

export function contentStore(actor: Actor): Refusal | null {
  return actor.kind === 'content-store' ? null : 'wrong-signature'
}

export function always() {
  return true
}

/** Campaigns that were ever approved: donors can still read them after the end (readings P4, P5). */
export function published(_actor: Actor, { status }: CampaignSubject) {
  return ['approved', 'ended', 'cancelled', 'taken-down'].includes(status)
}

export function owned(actor: Actor, { ownerUid }: { ownerUid: string }) {
  return actor.kind === 'user' && actor.uid === ownerUid
}

export function ownedOrAdmin(actor: Actor, campaign: CampaignSubject) {
  return owned(actor, campaign) || isAdmin(actor)
}

function isMember(actor: Actor, campaignId: string, roles: readonly MemberRole[] = memberRoles) {
  const role = actor.kind === 'user' ? actor.memberships?.[campaignId] : undefined
  return role !== undefined && roles.includes(role)
}

/** The organiser and members of these roles. */
const lookedAfterBy =
  (...roles: MemberRole[]) =>
  (actor: Actor, campaign: CampaignSubject) =>
    owned(actor, campaign) || isMember(actor, campaign.id, roles)

export const lookedAfter = lookedAfterBy(...memberRoles)
/** Who writes in the name of the campaign. */
export const written = lookedAfterBy('editor')
/** Who looks after the money. */
export const kept = lookedAfterBy('treasurer')

export function keptOrAdmin(actor: Actor, campaign: CampaignSubject) {
  return kept(actor, campaign) || isAdmin(actor)
}

export function keptOrReviewer(actor: Actor, campaign: CampaignSubject) {
  return kept(actor, campaign) || isReviewer(actor)
}

export function joined(actor: Actor, { id }: CampaignSubject) {
  return isMember(actor, id)
}

/** The mail went to the address, so that only its account accepts. */
export function invited(actor: Actor, { email }: InvitationSubject) {
  return actor.kind === 'user' && actor.email.toLowerCase() === email.toLowerCase()
}

export function own(actor: Actor, { uid }: PersonalSubject) {
  return actor.kind === 'user' && actor.uid === uid
}

/** The access code is secret. The reference is not: the organiser sees it, too. */
export function isDonorOrHasAccessCode(actor: Actor, { foundBy, donorUid }: DonationSubject) {
  return foundBy === 'accessCode' || (actor.kind === 'user' && actor.uid === donorUid)
}

/** A guest is identified by the link that was mailed to the donor. The access code only reads: people forward their receipts. */
export function isKeeperDonorOrAdmin(actor: Actor, subject: RefundSubject) {
  if (subject.foundBy === 'link') return true
  if (actor.kind !== 'user' || !actor.emailVerified) return false
  return keepsDonation(actor, subject) || actor.uid === subject.donorUid || isAdmin(actor)
}

/** Who looks after the money of the donation's campaign. */
export function keepsDonation(actor: Actor, { campaignId, ownerUid }: RefundSubject) {
  return owned(actor, { ownerUid }) || isMember(actor, campaignId, ['treasurer'])
}

export function readsRefund(actor: Actor, subject: RefundSubject) {
  return subject.foundBy === 'accessCode' || isKeeperDonorOrAdmin(actor, subject)
}

/** Who looks after the money, or an admin: they know the id of a donation and not its access code. */
export function isKeeperOrAdmin(actor: Actor, subject: RefundSubject) {
  return subject.foundBy === 'id' && (keepsDonation(actor, subject) || isAdmin(actor))
}

export function publishedOrLookedAfterOrReviewer(actor: Actor, campaign: CampaignSubject) {
  return published(actor, campaign) || lookedAfter(actor, campaign) || isReviewer(actor)
}

/** Before its approval a campaign has no page on which anything could be published. */
export function writtenAndPublished(actor: Actor, campaign: CampaignSubject) {
  return written(actor, campaign) && published(actor, campaign)
}

export function ownedOrReviewer(actor: Actor, campaign: CampaignSubject) {
  return owned(actor, campaign) || isReviewer(actor)
}

export function ownedPublicOrSubmittedForReviewer(actor: Actor, document: DocumentSubject) {
  if (owned(actor, document) || document.isPublic) return true
  const { campaignId } = document
  return campaignId !== null && (isMember(actor, campaignId, ['treasurer']) || isReviewer(actor))
}

export function shownOrUploadedOrReviewer(actor: Actor, { isShown, uploaderUids }: ImageSubject) {
  if (isShown || isReviewer(actor)) return true
  return actor.kind === 'user' && uploaderUids.includes(actor.uid)
}

function isAdmin(actor: Actor) {
  return actor.kind === 'user' && actor.roles.includes('admin')
}

function isReviewer(actor: Actor) {
  return (
    actor.kind === 'user' &&
    actor.emailVerified &&
    (actor.roles.includes('reviewer') || actor.roles.includes('admin'))
  )
}

// What rules need to know about the subject of a request.

export type CampaignSubject = { id: string; ownerUid: string; status: CampaignStatus }

/** `email` is the address that was invited. */
export type InvitationSubject = { email: string }

/** `donorUid` is null for a guest's donation. */
export type DonationSubject = { foundBy: 'accessCode' | 'reference'; donorUid: string | null }

/** `campaignId` is null while the campaign is a draft. */
export type DocumentSubject = {
  ownerUid: string
  campaignId: string | null
  isPublic: boolean
}

export type ImageSubject = { isShown: boolean; uploaderUids: readonly string[] }

export type PersonalSubject = { uid: string }

export type StoredSubject = { id: string }

export type RefundSubject = {
  foundBy: 'id' | 'accessCode' | 'link'
  campaignId: string
  ownerUid: string
  donorUid: string | null
}

/** A route whose lookup does not say why a campaign was taken down does not compile. */
type PublicSubject = CampaignSubject & { takedown: Takedown | undefined }

/** A route whose lookup does not find the actor's conflicts of interest does not compile. */
export type ConflictSubject = { conflicts: readonly Conflict[] }
