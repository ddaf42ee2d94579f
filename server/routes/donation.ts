import { Hono } from 'hono'
import * as z from 'zod/mini'

import { checkoutSchema, donationSchema } from '#shared/donation.ts'
import { invalid } from '#shared/messages.ts'

import { jsonBody, parsed, Refused, type Env } from '../http/context.ts'
import type { StartAnswer } from '../donations/checkout.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { gate } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

/** POST /api/campaigns/:id/donations: the form of guests and signed-in donors alike. What comes back is where to pay. */
export function donationRoutes({ content, ledger }: { content: ContentStore; ledger: Ledger }) {
  return new Hono<Env>().post(
    '/:id/donations',
    gate(may.donate, content.findCampaign),
    async (c) => {
      const { 'idempotency-key': key } = parsed(idempotencyKeySchema, c.req.header())
      const form = await jsonBody(c, donationSchema)
      const { actor, subject: campaign } = c.var
      if (campaign.status !== 'approved') throw new Refused('campaign-closed')
      const donorUid = actor.kind === 'user' ? actor.uid : null
      const answer = await ledger.startDonation({ campaign, donorUid, form, key })
      const started = startedOf(answer)
      c.set('receipt', started.receipt)
      return c.json(z.parse(checkoutSchema, started), 201)
    },
  )
}

/** Of a form that moves money: sent twice, it does so once. */
export const idempotencyKeySchema = z.object({
  'idempotency-key': z.string(invalid.required).check(z.regex(/^[\w.=-]{8,64}$/, invalid.input)),
})

function startedOf(answer: StartAnswer) {
  switch (answer.kind) {
    case 'started':
      return answer
    case 'closed':
      throw new Refused('campaign-closed')
    case 'mismatch':
      throw new Refused('idempotency-mismatch')
    case 'unavailable':
      throw new Refused('payment-unavailable')
    case 'refused':
      throw new Refused('payment-refused', answer.message ? { message: answer.message } : {})
  }
}
