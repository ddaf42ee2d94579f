import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { actResponseSchema } from '#shared/admin.ts'
import { campaignPayoutsSchema, thankYouMessageSchema } from '#shared/payouts.ts'
import { stopReleaseSchema, stoppedCampaignsSchema } from '#shared/payout-stop.ts'

import { jsonBody, parseInput, type Env } from '../platform/http/context.ts'
import { csvResponse, untilGone } from '../platform/http/csv.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { idempotencyKeySchema } from '../platform/http/idempotency.ts'
import { receivedDonationsCsv } from '../money/donations/donation-list.ts'
import { toUser } from '../platform/policy/actor.ts'
import { isAllowed, kept } from '../platform/policy/rule.ts'
import * as may from '../platform/policy/rules.ts'
import { parsePageCursor } from './page-cursor.ts'
import type { Services } from '../services.ts'

const pageRows = 20

/** The received money of a campaign, for its owner and for admins. Only the owner may send thank-you messages. */
export function payoutRoutes({ content, donations, payouts, thankYouMessages }: Services) {
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
      return c.json(z.parse(campaignPayoutsSchema, { campaign, ...summary }))
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
