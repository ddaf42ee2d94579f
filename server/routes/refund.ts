import { Hono } from 'hono'
import * as z from 'zod/mini'

import {
  donorRefundSchema,
  refundPreviewQuerySchema,
  refundPreviewSchema,
  refundQuoteSchema,
  refundResponseSchema,
  staffRefundSchema,
  type StaffRefund,
  refundAccountFormSchema,
  refundAccountResponseSchema,
  refundAccountSchema,
} from '#shared/refund.ts'

import { confirmPerson } from '../people/accounts/two-factor.ts'
import { jsonBody, parseInput, Refused, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { idempotencyKeySchema } from '../platform/http/idempotency.ts'
import { type Actor, toUser } from '../platform/policy/actor.ts'
import { isKeeperDonorOrAdmin, keepsDonation } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import { getRefund, type RefundableDonation, type RefundRequest } from '../money/refunds/refunds.ts'
import type { Services } from '../services.ts'

/** /api/donations/:id/refund and its preview, where the id is that of the donation or its access code. */
export function refundRoutes(deps: Services) {
  const { refunds, memberRequests, content, conflicts, database } = deps
  const find = async (id: string, actor: Actor) => {
    const donation = await refunds.findRefundableDonation(id)
    if (!donation) return undefined
    const { campaignId, ownerUid } = donation
    const found = await conflicts.find(database, actor, { id: campaignId, ownerUid })
    return { ...donation, conflicts: found }
  }
  return new Hono<Env>()
    .get('/:id/refund', gate(may.readRefundQuote, find), async (c) => {
      const { campaignId, id } = c.var.subject
      const quote = await refunds.quoteDonorRefund({ campaignId, id })
      if (!quote) throw new Refused('refund-closed')
      const needsLink = !isKeeperDonorOrAdmin(c.var.actor, c.var.subject)
      return c.json(z.parse(refundQuoteSchema, { ...quote, needsLink }))
    })
    .post('/:id/refund-link', gate(may.requestRefundLink, find), async (c) => {
      const { campaignId, id } = c.var.subject
      if (!(await refunds.quoteDonorRefund({ campaignId, id }))) throw new Refused('refund-closed')
      await refunds.mailLink({ campaignId, id })
      return c.body(null, 204)
    })
    .get('/:id/refund-preview', gate(may.previewRefund, find), async (c) => {
      const { amount } = parseInput(refundPreviewQuerySchema, c.req.query())
      const { actor, subject } = c.var
      const { campaignId, id } = subject
      const { uid } = toUser(actor)
      const by = {
        role: keepsDonation(actor, subject) ? ('owner' as const) : ('admin' as const),
        uid,
      }
      const preview = await refunds.previewRefund({ campaignId, id }, amount, by)
      if (typeof preview === 'string') throw new Refused(`refund-${preview}`)
      const asksCode =
        preview.needs.includes('password') && (await deps.twoFactor.getState(uid)).isOn
      const needs = asksCode ? [...preview.needs, 'code'] : preview.needs
      return c.json(z.parse(refundPreviewSchema, { ...preview, needs }))
    })
    .post('/:id/refund', gate(may.refundDonation, find), async (c) => {
      const { 'idempotency-key': idempotencyKey } = parseInput(idempotencyKeySchema, c.req.header())
      const { actor, subject } = c.var
      const donation = { campaignId: subject.campaignId, id: subject.id }
      const by = toRequester(actor, subject)
      const { currentPassword, code, ...form }: StaffRefund = await jsonBody(
        c,
        by.role === 'donor' ? donorRefundSchema : staffRefundSchema,
      )
      const request = { donation, form, idempotencyKey, by }
      let outcome = await refunds.requestRefund(request)
      if (outcome.kind === 'unconfirmed') {
        await confirmPerson(deps, by.uid ?? '', { currentPassword, code })
        outcome = await refunds.requestRefund({ ...request, isConfirmed: true })
      }
      if (outcome.kind === 'member') {
        const campaign = await content.findCampaign(subject.campaignId)
        if (!campaign) throw new Refused('refund-closed')
        const { amount } = outcome
        const asked = {
          kind: 'refund',
          donationId: subject.id,
          amount,
          reason: form.reason,
        } as const
        const id = await memberRequests.ask(campaign, toUser(actor), asked)
        return c.json(z.parse(refundResponseSchema, { id, amount, state: 'asked' }), 202)
      }
      const refund = z.parse(refundResponseSchema, getRefund(outcome))
      return c.json(refund, refund.state === 'waiting' ? 202 : 201)
    })
}

/** An admin who donated is the donor, and so is everyone with the link from the donor's mailbox. */
function toRequester(actor: Actor, subject: RefundableDonation): RefundRequest['by'] {
  if (subject.foundBy === 'link') return { role: 'donor', uid: null }
  if (actor.kind !== 'user' || !actor.emailVerified) return { role: 'donor', uid: null }
  const { uid, roles } = actor
  if (keepsDonation(actor, subject)) return { role: 'owner', uid }
  return { role: uid !== subject.donorUid && roles.includes('admin') ? 'admin' : 'donor', uid }
}

/** /api/refund-accounts/:id, where the id is the token of a mail about a refund. */
export function refundAccountRoutes({ refundBankAccounts }: Services) {
  const find = (token: string) => refundBankAccounts.findLink(token)
  return new Hono<Env>()
    .get('/:id', gate(may.readRefundAccount, find), async (c) => {
      const form = await refundBankAccounts.readForm(c.var.subject)
      return c.json(z.parse(refundAccountFormSchema, form))
    })
    .post('/:id', gate(may.submitRefundAccount, find), async (c) => {
      const account = await jsonBody(c, refundAccountSchema)
      const response = await refundBankAccounts.submit(c.var.subject, account)
      return c.json(z.parse(refundAccountResponseSchema, response))
    })
}
