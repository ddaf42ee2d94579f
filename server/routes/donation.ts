import { Hono } from 'hono'
import * as z from 'zod/mini'

import { checkoutSchema, donationFormSchema } from '#shared/donation.ts'
import { accountNumberResponseSchema } from '#shared/account-number.ts'
import { daysLeft } from '#shared/day.ts'
import { transferClaimSchema } from '#shared/transfer-claim.ts'
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

import type { StartOutcome } from '../money/donations/start-donation.ts'
import {
  jsonBody,
  parseInput,
  Refused,
  refuseStaffName,
  type Env,
  done,
} from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import { idempotencyKeySchema } from '../platform/http/idempotency.ts'
import { type Actor, toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { findShownNumber } from '../money/donations/transfers.ts'
import type { Services } from '../services.ts'
import { confirmPerson } from '../people/accounts/two-factor.ts'
import { isKeeperDonorOrAdmin, keepsDonation } from '../platform/policy/rule.ts'
import { getRefund, type RefundableDonation, type RefundRequest } from '../money/refunds/refunds.ts'

/** POST /api/campaigns/:id/donations: answers where to pay. */
export function donationRoutes({
  subjects,
  donations,
  confirmedAddresses,
  personalLinks,
}: Services) {
  return new Hono<Env>().post(
    '/:id/donations',
    gate(may.donate, subjects.findPublic),
    async (c) => {
      const { 'idempotency-key': idempotencyKey } = parseInput(idempotencyKeySchema, c.req.header())
      const { emailCode: _, link, ...form } = await jsonBody(c, donationFormSchema)
      refuseStaffName('name', form.name)
      const { actor, subject: campaign } = c.var
      if (campaign.status !== 'approved') throw new Refused('campaign-closed')
      const donorUid = actor.kind === 'user' ? actor.uid : null
      if (isOwnAddress(actor, form.email)) await confirmedAddresses.confirmAccount(form.email)
      const outcome = await donations.startDonation({
        campaign,
        donorUid,
        form,
        language: getLanguage(c),
        source: await personalLinks.findSource(campaign.id, link),
        idempotencyKey,
      })
      const started = toStarted(outcome)
      c.set('accessCode', started.accessCode)
      return c.json(z.parse(checkoutSchema, started), 201)
    },
  )
}

/** The address of a verified account needs no second confirmation. */
const isOwnAddress = (actor: Actor, email: string) =>
  actor.kind === 'user' && actor.emailVerified && actor.email.toLowerCase() === email

function toStarted(outcome: StartOutcome) {
  switch (outcome.kind) {
    case 'started':
      return outcome
    case 'closed':
      throw new Refused('campaign-closed')
    case 'unavailable':
      throw new Refused('payment-unavailable')
    case 'refused':
      throw new Refused('payment-refused', outcome.message ? { message: outcome.message } : {})
  }
}

export function accountNumberRoutes({ subjects, transferClaims, ...deps }: Services) {
  const { database, payments, now } = deps
  return new Hono<Env>()
    .get('/:id/account-number', gate(may.readAccountNumber, subjects.findPublic), async (c) => {
      const { id, status, endDate } = c.var.subject
      const isOpen = status === 'approved' && (daysLeft(endDate, now()) ?? 1) > 0
      const found = isOpen && (await findShownNumber({ database, mode: payments.mode, now }, id))
      return c.json(z.parse(accountNumberResponseSchema, { accountNumber: found || null }))
    })
    .post(
      '/:id/transfer-claims',
      gate(may.requestTransferClaim, subjects.findPublic),
      async (c) => {
        const form = await jsonBody(c, transferClaimSchema)
        return done(c, transferClaims.requestClaim(c.var.subject.id, form, getLanguage(c)))
      },
    )
}

/** POST /claim-transfer/:id, where the id is the token of a mail. The donor continues on the donation's page. */
export function claimTransferRoutes({ transferClaims }: Services) {
  return new Hono<Env>().post(
    '/:id',
    gate(may.claimTransfer, transferClaims.findLink),
    async (c) => {
      const accessCode = await transferClaims.claim(c.var.subject)
      return c.redirect(accessCode ? `/donations/${accessCode}` : `${c.req.path}?done`, 303)
    },
  )
}

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
      return done(c, refunds.mailLink({ campaignId, id }))
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
