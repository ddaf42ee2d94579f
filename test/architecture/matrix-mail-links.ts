import { randomUUID } from 'node:crypto'

import { createSecureAccountUrl } from '#server/people/accounts/account-events.ts'
import type { Services } from '#server/services.ts'
import { stopLink } from '#server/money/refunds/refund-notices.ts'
import { createGuestDataUrl } from '#server/people/privacy/personal-data.ts'
import { toEndPath } from '#server/money/donations/monthly.ts'
import { createClaimUrl } from '#server/money/donations/transfers.ts'
import {
  toConfirmationUrl,
  toMessageReportUrl,
  toUnsubscribeToken,
} from '#server/people/supporters/mail-links.ts'
import { createFollowUrl } from '#server/people/supporters/followers.ts'
import { toLinkToken } from '#server/people/supporters/supporter-list.ts'
import { createQuestionUrl } from '#server/people/supporters/questions.ts'

/** Paths of links in mails to a donor of a campaign. */
export type MailLinks = Record<
  | 'unsubscribe'
  | 'confirmAddress'
  | 'follow'
  | 'reportMessage'
  | 'confirmQuestion'
  | 'secureAccount'
  | 'guestData'
  | 'claimTransfer'
  | 'endMonthly'
  | 'stopRefund'
  | 'personalLink',
  string
>

export function createMailLinks({ sealing, config }: Services, campaignId: string): MailLinks {
  const donorKey = Buffer.alloc(32)
  const urlDeps = { sealing, publicUrl: config.publicUrl, now: () => new Date() }
  const account = { uid: 'nobody', isFormerAddress: false }
  const message = { campaignId, messageId: randomUUID(), donorKey: donorKey.toString('hex') }
  return {
    personalLink: `/api/personal-links/${toLinkToken(sealing, { campaignId, code: 'bbbbbbbb' })}`,
    unsubscribe: `/unsubscribe/${toUnsubscribeToken(sealing, { campaignId, donorKey })}`,
    confirmAddress: new URL(toConfirmationUrl(urlDeps, donorKey)).pathname,
    follow: new URL(
      createFollowUrl(urlDeps, { campaignId, email: 'guest@example.com', language: 'en' }),
    ).pathname,
    reportMessage: new URL(toMessageReportUrl(urlDeps, message)).pathname,
    confirmQuestion: new URL(createQuestionUrl(urlDeps, { campaignId, id: randomUUID() })).pathname,
    guestData: new URL(createGuestDataUrl(urlDeps, 'guest@example.com')).pathname,
    claimTransfer: new URL(
      createClaimUrl(urlDeps, {
        campaignId,
        donationId: randomUUID(),
        email: 'sender@example.com',
        language: 'en',
      }),
    ).pathname,
    endMonthly: toEndPath(sealing, { campaignId, id: randomUUID() }),
    stopRefund: `/stop-refund/${stopLink.create(sealing, { campaignId, id: randomUUID() })}`,
    secureAccount: new URL(createSecureAccountUrl(urlDeps, account)).pathname,
  }
}
