import { Hono } from 'hono'
import * as z from 'zod/mini'

import { outsideReceiptFormSchema, outsideReceiptsSchema } from '#shared/outside-receipt.ts'
import { reasonSchema } from '#shared/review.ts'

import { jsonBody, Refused, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { toUser } from '../platform/policy/actor.ts'
import { isAllowed } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import type { Services } from '../services.ts'

/** /api/campaigns/:id/outside-receipts: what the organiser says to have received elsewhere. */
export function outsideReceiptRoutes({ content, subjects, outsideReceipts }: Services) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/outside-receipts', gate(may.readOutsideReceipts, find), async (c) => {
      const { actor, subject: campaign } = c.var
      const canAdd =
        campaign.status === 'approved' && isAllowed(may.addOutsideReceipt, actor, campaign)
      const canStrike = await subjects.allows(may.strikeOutsideReceipt, actor, campaign)
      const receipts = await outsideReceipts.list(campaign.id)
      return c.json(z.parse(outsideReceiptsSchema, { receipts, canAdd, canStrike }))
    })
    .post('/:id/outside-receipts', gate(may.addOutsideReceipt, find), async (c) => {
      await outsideReceipts.add(c.var.subject, await jsonBody(c, outsideReceiptFormSchema))
      return c.body(null, 204)
    })
    .post(
      '/:id/outside-receipts/:receipt/withdraw',
      gate(may.withdrawOutsideReceipt, find),
      async (c) => {
        if (!(await outsideReceipts.withdraw(c.var.subject, c.req.param('receipt'))))
          throw new Refused('not-found')
        return c.body(null, 204)
      },
    )
    .post(
      '/:id/outside-receipts/:receipt/strike',
      gate(may.strikeOutsideReceipt, subjects.findReviewed),
      async (c) => {
        const { reason } = await jsonBody(c, reasonSchema)
        const strike = { id: c.req.param('receipt'), reviewer: toUser(c.var.actor), reason }
        if (!(await outsideReceipts.strike(c.var.subject, strike))) throw new Refused('not-found')
        return c.body(null, 204)
      },
    )
}
