import { Hono } from 'hono'
import * as z from 'zod/mini'

import {
  campaignMembersSchema,
  invitationSchema,
  memberFormSchema,
  membershipsSchema,
  requestConfirmationSchema,
} from '#shared/campaign-member.ts'
import { toFullName } from '#shared/full-name.ts'
import { expenseFormSchema, spendingSchema } from '#shared/expense.ts'
import { reasonSchema } from '#shared/review.ts'
import { outsideReceiptFormSchema, outsideReceiptsSchema } from '#shared/outside-receipt.ts'

import { jsonBody, type Env, done, doneIfFound } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser } from '../platform/policy/actor.ts'
import { isAllowed, keptOrReviewer } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import type { Services } from '../services.ts'
import { canSpend } from '../campaigns/records/records.ts'

/** /api/campaigns/:id/members and requests: who looks after a campaign, and what one asks and another confirms. */
export function memberRoutes(deps: Services) {
  const { database, content, members, memberRequests, twoFactor } = deps
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/members', gate(may.readMembers, find), async (c) => {
      const { subject: campaign } = c.var
      const reader = toUser(c.var.actor)
      const { id, title, slug } = campaign
      const isKeeper = isAllowed(may.endRequest, reader, campaign)
      const guard = await members.findGuard(database, id)
      return c.json(
        z.parse(campaignMembersSchema, {
          campaign: { id, title, slug },
          organiser: toFullName(await content.findUserByUid(campaign.ownerUid)),
          role: reader.memberships?.[id] ?? null,
          hasTwoFactor: (await twoFactor.getState(reader.uid)).isOn,
          members: await members.list(campaign, reader),
          requests: isKeeper ? await memberRequests.list(campaign, reader) : [],
          waitsUntil: guard?.waitsUntil ?? null,
        }),
      )
    })
    .post('/:id/members', gate(may.inviteMember, find), async (c) =>
      done(c, members.invite(c.var.subject, await jsonBody(c, memberFormSchema))),
    )
    .delete('/:id/members/:member', gate(may.removeMember, find), (c) =>
      done(c, members.remove(c.var.subject, c.req.param('member'))),
    )
    .post('/:id/leave', gate(may.leaveCampaign, find), (c) =>
      done(c, members.leave(c.var.subject, toUser(c.var.actor))),
    )
    .post('/:id/requests/:request/confirm', gate(may.confirmRequest, find), async (c) => {
      const proof = await jsonBody(c, requestConfirmationSchema)
      const { actor, subject } = c.var
      return done(c, memberRequests.answer(subject, toUser(actor), c.req.param('request'), proof))
    })
    .post('/:id/requests/:request/end', gate(may.endRequest, find), (c) =>
      done(c, memberRequests.answer(c.var.subject, toUser(c.var.actor), c.req.param('request'))),
    )
}

/** /api/invitations/:id, for the account with the address that the invitation was mailed to. */
export function invitationRoutes({ members }: Services) {
  const find = (id: string) => members.findInvitation(id)
  return new Hono<Env>()
    .get('/:id', gate(may.readInvitation, find), async (c) =>
      c.json(z.parse(invitationSchema, await members.readInvitation(c.var.subject))),
    )
    .post('/:id', gate(may.acceptInvitation, find), (c) =>
      done(c, members.accept(c.var.subject, toUser(c.var.actor))),
    )
}

/** /api/account/memberships: the campaigns of others that the account looks after. */
export function membershipRoutes({ members }: Services) {
  return new Hono<Env>().get('/', gate(may.listMemberships, noSubject), async (c) =>
    c.json(z.parse(membershipsSchema, { campaigns: await members.listOf(toUser(c.var.actor)) })),
  )
}

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
      const canWithdraw = isAllowed(may.withdrawExpense, actor, campaign)
      const canStrike = await subjects.allows(may.strikeExpense, actor, campaign)
      const spending = await expenses.getSpending(campaign.id, !keptOrReviewer(actor, campaign))
      return c.json(z.parse(spendingSchema, { ...spending, canAdd, canWithdraw, canStrike }))
    })
    .post('/:id/expenses', gate(may.addExpense, find), async (c) =>
      done(c, expenses.add(c.var.subject, await jsonBody(c, expenseFormSchema))),
    )
    .post('/:id/expenses/:expense/withdraw', gate(may.withdrawExpense, find), (c) =>
      doneIfFound(c, expenses.withdraw(c.var.subject, c.req.param('expense'))),
    )
    .post(
      '/:id/expenses/:expense/strike',
      gate(may.strikeExpense, subjects.findReviewed),
      async (c) => {
        const { reason } = await jsonBody(c, reasonSchema)
        const strike = { id: c.req.param('expense'), reviewer: toUser(c.var.actor), reason }
        return doneIfFound(c, expenses.strike(c.var.subject, strike))
      },
    )
}

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
    .post('/:id/outside-receipts', gate(may.addOutsideReceipt, find), async (c) =>
      done(c, outsideReceipts.add(c.var.subject, await jsonBody(c, outsideReceiptFormSchema))),
    )
    .post('/:id/outside-receipts/:receipt/withdraw', gate(may.withdrawOutsideReceipt, find), (c) =>
      doneIfFound(c, outsideReceipts.withdraw(c.var.subject, c.req.param('receipt'))),
    )
    .post(
      '/:id/outside-receipts/:receipt/strike',
      gate(may.strikeOutsideReceipt, subjects.findReviewed),
      async (c) => {
        const { reason } = await jsonBody(c, reasonSchema)
        const strike = { id: c.req.param('receipt'), reviewer: toUser(c.var.actor), reason }
        return doneIfFound(c, outsideReceipts.strike(c.var.subject, strike))
      },
    )
}
