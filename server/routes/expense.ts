import { Hono } from 'hono'
import * as z from 'zod/mini'

import { expenseFormSchema, spendingSchema } from '#shared/expense.ts'
import { reasonSchema } from '#shared/review.ts'

import { canSpend } from '../campaigns/expenses/expenses.ts'
import { jsonBody, Refused, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { toUser } from '../platform/policy/actor.ts'
import { isAllowed, ownedOrReviewer } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import type { Services } from '../services.ts'

/** /api/campaigns/:id/expenses: what the organiser says to have spent, and what is public of it. */
export function expenseRoutes({ content, subjects, expenses }: Services) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/spending', gate(may.readSpending, subjects.findPublic), async (c) => {
      const { actor, subject: campaign } = c.var
      const canAdd =
        canSpend(campaign.status) &&
        campaign.budget.length > 0 &&
        isAllowed(may.addExpense, actor, campaign)
      const canStrike = await subjects.allows(may.strikeExpense, actor, campaign)
      const spending = await expenses.getSpending(campaign.id, !ownedOrReviewer(actor, campaign))
      return c.json(z.parse(spendingSchema, { ...spending, canAdd, canStrike }))
    })
    .post('/:id/expenses', gate(may.addExpense, find), async (c) => {
      await expenses.add(c.var.subject, await jsonBody(c, expenseFormSchema))
      return c.body(null, 204)
    })
    .post('/:id/expenses/:expense/withdraw', gate(may.withdrawExpense, find), async (c) => {
      if (!(await expenses.withdraw(c.var.subject, c.req.param('expense'))))
        throw new Refused('not-found')
      return c.body(null, 204)
    })
    .post(
      '/:id/expenses/:expense/strike',
      gate(may.strikeExpense, subjects.findReviewed),
      async (c) => {
        const { reason } = await jsonBody(c, reasonSchema)
        const strike = { id: c.req.param('expense'), reviewer: toUser(c.var.actor), reason }
        if (!(await expenses.strike(c.var.subject, strike))) throw new Refused('not-found')
        return c.body(null, 204)
      },
    )
}
