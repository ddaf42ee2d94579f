import { randomUUID } from 'node:crypto'

import type { Services } from '#server/services.ts'
import { toConfirmationUrl } from '#server/supporters/confirmed-addresses.ts'
import { toMessageReportUrl } from '#server/supporters/message-reports.ts'
import { toUnsubscribeToken } from '#server/supporters/unsubscribe.ts'

/** Paths of links in mails to a donor of a campaign. */
export type MailLinks = Record<'unsubscribe' | 'confirmAddress' | 'reportMessage', string>

export function createMailLinks({ sealing, config }: Services, campaignId: string): MailLinks {
  const donorKey = Buffer.alloc(32)
  const urlDeps = { sealing, publicUrl: config.publicUrl }
  const message = { campaignId, messageId: randomUUID(), donorKey: donorKey.toString('hex') }
  return {
    unsubscribe: `/unsubscribe/${toUnsubscribeToken(sealing, { campaignId, donorKey })}`,
    confirmAddress: new URL(toConfirmationUrl(urlDeps, donorKey)).pathname,
    reportMessage: new URL(toMessageReportUrl(urlDeps, message)).pathname,
  }
}
