import * as z from 'zod/mini'

import { invalid } from './text/invalid.ts'
import { oneLine, refused } from './text.ts'
import { timeSchema } from './time-schema.ts'

/** What Ajo tells the program of an organiser. */
export const webhookEvents = [
  'donation.paid',
  'donation.refunded',
  'payout.paid',
  'campaign.approved',
  'update.published',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

function isHttps(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text)
    return protocol === 'https:' && username === '' && password === ''
  } catch {
    return false
  }
}

/** PUT /api/campaigns/{id}/webhook. */
export const webhookFormSchema = z.object({
  url: z.pipe(
    oneLine({ min: 1, max: 500, message: invalid.webhookUrl }),
    z.string().check(refused((url) => (isHttps(url) ? undefined : invalid.webhookUrl))),
  ),
})

export const listedDeliverySchema = z.object({
  id: z.string(),
  event: z.enum(webhookEvents),
  at: timeSchema,
  state: z.enum(['waiting', 'delivered', 'failed']),
  /** The status of the last answer. Null before it, and where no connection was made. */
  status: z.nullable(z.int()),
})

/** GET /api/campaigns/{id}/webhook, for the organiser. `secret` is in the form of Standard Webhooks. */
export const campaignWebhookSchema = z.object({
  webhook: z.nullable(z.object({ url: z.string(), secret: z.string() })),
  /** The newest first. */
  deliveries: z.array(listedDeliverySchema),
})
export type CampaignWebhook = z.output<typeof campaignWebhookSchema>
