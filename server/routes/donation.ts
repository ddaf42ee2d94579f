import { Hono } from 'hono'
import * as z from 'zod/mini'

import { checkoutSchema, donationFormSchema } from '#shared/donation.ts'
import { accountNumberResponseSchema } from '#shared/account-number.ts'
import { daysLeft } from '#shared/day.ts'
import { transferClaimSchema } from '#shared/transfer-claim.ts'

import type { StartOutcome } from '../money/donations/start-donation.ts'
import {
  jsonBody,
  parseInput,
  Refused,
  refuseStaffName,
  type Env,
} from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import { idempotencyKeySchema } from '../platform/http/idempotency.ts'
import type { Actor } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { findShownNumber } from '../money/donations/transfers.ts'
import type { Services } from '../services.ts'

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

/** The account number of a campaign, and the receipts of transfers to it. */
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
        await transferClaims.requestClaim(c.var.subject.id, form, getLanguage(c))
        return c.body(null, 204)
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
