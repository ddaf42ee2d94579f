import type { CampaignStatus } from '#shared/campaign.ts'
import type { Conflict } from '#shared/moderation.ts'
import type { Takedown } from '#shared/takedown.ts'

// What rules need to know about the subject of a request.

export type CampaignSubject = { ownerUid: string; status: CampaignStatus }

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
  ownerUid: string
  donorUid: string | null
}

/** A route whose lookup does not say why a campaign was taken down does not compile. */
export type PublicSubject = CampaignSubject & { takedown: Takedown | undefined }

/** A route whose lookup does not find the actor's conflicts of interest does not compile. */
export type ConflictSubject = { conflicts: readonly Conflict[] }
