import { Hono } from 'hono'
import * as z from 'zod/mini'
import { compress } from 'hono/compress'

import {
  accountLookupResponseSchema,
  accountLookupSchema,
  payeeAnswerSchema,
  payeeQuestionSchema,
  payeeResponseSchema,
} from '#shared/payee.ts'
import { actResponseSchema } from '#shared/admin.ts'
import { campaignPayoutsSchema, thankYouMessageSchema } from '#shared/payouts.ts'
import { stopReleaseSchema, stoppedCampaignsSchema } from '#shared/payout-stop.ts'
import {
  disputeAcceptSchema,
  disputeDeclineSchema,
  disputeSchema,
  disputesSchema,
} from '#shared/dispute.ts'

import { lookUpAccount } from '../campaigns/payee/payees.ts'
import { jsonBody, type Env, parseInput, done } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import { refuseUnavailable } from '../providers/payments/payments.ts'
import type { Services } from '../services.ts'
import { csvResponse, untilGone } from '../platform/http/csv.ts'
import { idempotencyKeySchema } from '../platform/http/idempotency.ts'
import { receivedDonationsCsv } from '../money/donations/donation-list.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import { isAllowed, kept } from '../platform/policy/rule.ts'
import { parsePageCursor } from './page-cursor.ts'
import { parseListQuery } from '../platform/lists/list-page.ts'
import { pdfBody, pdfHeaders } from './receipt.ts'

/** POST /api/bank-accounts/lookup: whose account it is, for the campaign form. The number stays out of addresses and logs. */
export function bankAccountRoutes({ payments }: Services) {
  return new Hono<Env>().post('/lookup', gate(may.lookUpAccount, noSubject), async (c) => {
    const account = await jsonBody(c, accountLookupSchema)
    return c.json(z.parse(accountLookupResponseSchema, await lookUpAccount({ payments }, account)))
  })
}

/** /api/campaigns/:id/payee: who receives the money, for the organiser and reviewers. */
export function campaignPayeeRoutes({ content, payees }: Services) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/payee', gate(may.readPayee, find), async (c) =>
      c.json(z.parse(payeeResponseSchema, { payee: await payees.findShown(c.var.subject) })),
    )
    .post('/:id/payee/ask', gate(may.askPayee, find), (c) =>
      done(c, payees.askAgain(c.var.subject)),
    )
}

/** /api/payees/:id, where the id is the token of the mail to the person who is asked. */
export function payeeRoutes({ payeeAnswers }: Services) {
  const find = (token: string) => payeeAnswers.findLink(token)
  return new Hono<Env>()
    .get('/:id', gate(may.readPayeeQuestion, find), async (c) =>
      c.json(z.parse(payeeQuestionSchema, await payeeAnswers.readQuestion(c.var.subject))),
    )
    .post('/:id', gate(may.answerPayeeQuestion, find), async (c) => {
      const { answer } = await jsonBody(c, payeeAnswerSchema)
      return done(c, payeeAnswers.answer(c.var.subject, answer))
    })
}

export function bankRoutes({ payments }: Services) {
  return new Hono<Env>().get('/', compress(), gate(may.listBanks, noSubject), async (c) => {
    const banks = await payments.listBanks().catch(refuseUnavailable)
    return c.json({ banks })
  })
}

const pageRows = 20

/** The received money of a campaign, for who looks after it and for admins, and messages of thanks by who writes for it. */
export function payoutRoutes(services: Services) {
  const { content, donations, monthlyDonations, payouts, thankYouMessages } = services
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/payouts', gate(may.readMoney, find), async (c) => {
      const { actor, subject } = c.var
      const { id, slug, title, goal, status } = subject
      const isOwner = kept(actor, subject)
      // Sums, and nothing about a donor.
      c.set('readSubjects', { count: 0 })
      const canCancel = !isOwner && (status === 'approved' || status === 'ended')
      const canThank = isAllowed(may.thankDonors, actor, subject)
      const campaign = { id, slug, title, goal, isOwner, canThank, canCancel }
      const summary = await untilGone(c, () => payouts.getSummary(id))
      const monthly = await monthlyDonations.forecast(id)
      return c.json(z.parse(campaignPayoutsSchema, { campaign, ...summary, monthly }))
    })
    .get('/:id/donations', compress(), gate(may.readMoney, find), async (c) => {
      const after = parsePageCursor(c)
      const { id: campaignId } = c.var.subject
      const reader = kept(c.var.actor, c.var.subject) ? 'owner' : 'admin'
      const query = { campaignId, limit: pageRows, after, reader } as const
      return c.json(await untilGone(c, () => donations.listReceived(query)))
    })
    .get('/:id/donations.csv', compress(), gate(may.exportDonations, find), (c) => {
      const { id, slug } = c.var.subject
      const lines = receivedDonationsCsv(donations.allReceived(id))
      return csvResponse(c, `donations-${slug.slice(0, 60)}`, lines)
    })
    .get('/:id/payouts.csv', compress(), gate(may.exportPayouts, find), (c) => {
      const { id, slug } = c.var.subject
      // No donor is named.
      c.set('readSubjects', { count: 0 })
      return csvResponse(c, `payouts-${slug.slice(0, 60)}`, payouts.payoutsCsv(id))
    })
    .post('/:id/thank-you-messages', gate(may.thankDonors, find), async (c) => {
      const { 'idempotency-key': idempotencyKey } = parseInput(idempotencyKeySchema, c.req.header())
      const form = await jsonBody(c, thankYouMessageSchema)
      const campaignId = c.var.subject.id
      const recipients = await thankYouMessages.send({ campaignId, form, idempotencyKey })
      return c.json({ recipients }, 202)
    })
}

/** /api/payout-stops: campaigns whose payouts wait for a reviewer. The id is that of the campaign. */
export function payoutStopRoutes({ subjects, stopReleases }: Services) {
  return new Hono<Env>()
    .get('/', compress(), gate(may.listReviews, noSubject), async (c) => {
      const campaigns = await stopReleases.list(toUser(c.var.actor))
      c.set('readSubjects', { campaignIds: campaigns.map(({ campaignId }) => campaignId) })
      return c.json(z.parse(stoppedCampaignsSchema, { campaigns }))
    })
    .post('/:id/release', gate(may.releasePayouts, subjects.findReviewed), async (c) => {
      const release = await jsonBody(c, stopReleaseSchema)
      const isDone = await stopReleases.release(c.var.subject, toUser(c.var.actor), release)
      if (isDone) return c.body(null, 204)
      return c.json(z.parse(actResponseSchema, { waits: true }), 202)
    })
}

/** /api/disputes: disputes of donors' banks, for reviewers and admins. */
export function disputeRoutes({ disputes }: Services) {
  const find = (id: string, actor: Actor) => disputes.find(id, actor)
  return new Hono<Env>()
    .get('/', compress(), gate(may.listDisputes, noSubject), async (c) => {
      const page = await disputes.list(toUser(c.var.actor), parseListQuery(c))
      return c.json(z.parse(disputesSchema, page))
    })
    .get('/:id', gate(may.readDispute, find), async (c) => {
      return c.json(z.parse(disputeSchema, await disputes.read(c.var.subject)))
    })
    .get('/:id/evidence.pdf', gate(may.downloadDisputeEvidence, find), async (c) => {
      const pdf = disputes.evidencePdf(c.var.subject)
      c.header('content-disposition', `attachment; filename="dispute-${c.var.subject.id}.pdf"`)
      return c.body(await pdfBody(pdf), 200, pdfHeaders)
    })
    .post('/:id/accept', gate(may.answerDispute, find), async (c) => {
      const form = await jsonBody(c, disputeAcceptSchema)
      return done(c, disputes.accept(c.var.subject, toUser(c.var.actor), form))
    })
    .post('/:id/decline', gate(may.answerDispute, find), async (c) => {
      const form = await jsonBody(c, disputeDeclineSchema)
      return done(c, disputes.decline(c.var.subject, toUser(c.var.actor), form))
    })
}

/** GET /api/payouts: the money of all campaigns of a person, and nothing about a donor. */
export function ownPayoutRoutes({ overview }: Services) {
  return new Hono<Env>().get('/', compress(), gate(may.readOwnPayouts, noSubject), async (c) =>
    c.json(await overview.readPayouts(toUser(c.var.actor))),
  )
}

/** /api/overview: the figures, for everyone; /account: what a person raises and gives, and their next steps. */
export function overviewRoutes({ overview }: Services) {
  return new Hono<Env>()
    .get('/', gate(may.readOverview, noSubject), async (c) =>
      c.json(await overview.readFigures(c.var.actor)),
    )
    .get('/account', gate(may.readAccountOverview, noSubject), async (c) =>
      c.json(await overview.readAccount(toUser(c.var.actor))),
    )
}
