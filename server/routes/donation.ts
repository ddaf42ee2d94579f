import { Hono } from 'hono'
import * as z from 'zod/mini'

import { checkoutSchema, donationFormSchema } from '#shared/donation.ts'

import { jsonBody, parseInput, Refused, type Env } from '../http/context.ts'
import type { StartOutcome } from '../donations/checkout.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { gate } from '../http/gate.ts'
import { idempotencyKeySchema } from '../http/idempotency.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

/** POST /api/campaigns/:id/donations: the form of guests and signed-in donors alike. What comes back is where to pay. */
export function donationRoutes({ content, ledger }: { content: ContentStore; ledger: Ledger }) {
  return new Hono<Env>().post(
    '/:id/donations',
    gate(may.donate, content.findCampaign),
    async (c) => {
      const { 'idempotency-key': key } = parseInput(idempotencyKeySchema, c.req.header())
      const form = await jsonBody(c, donationFormSchema)
      const { actor, subject: campaign } = c.var
      if (campaign.status !== 'approved') throw new Refused('campaign-closed')
      const donorUid = actor.kind === 'user' ? actor.uid : null
      const answer = await ledger.startDonation({ campaign, donorUid, form, key })
      const started = startedOf(answer)
      c.set('receipt', started.accessCode)
      return c.json(z.parse(checkoutSchema, started), 201)
    },
  )
}

function startedOf(answer: StartOutcome) {
  switch (answer.kind) {
    case 'started':
      return answer
    case 'closed':
      throw new Refused('campaign-closed')
    case 'unavailable':
      throw new Refused('payment-unavailable')
    case 'refused':
      throw new Refused('payment-refused', answer.message ? { message: answer.message } : {})
  }
}
