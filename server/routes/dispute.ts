import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import {
  disputeAcceptSchema,
  disputeDeclineSchema,
  disputeSchema,
  disputesSchema,
} from '#shared/dispute.ts'

import { jsonBody, type Env } from '../platform/http/context.ts'
import { parseListQuery } from '../platform/lists/list-page.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { pdfBody, pdfHeaders } from './receipt.ts'
import type { Services } from '../services.ts'

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
      await disputes.accept(c.var.subject, toUser(c.var.actor), form)
      return c.body(null, 204)
    })
    .post('/:id/decline', gate(may.answerDispute, find), async (c) => {
      const form = await jsonBody(c, disputeDeclineSchema)
      await disputes.decline(c.var.subject, toUser(c.var.actor), form)
      return c.body(null, 204)
    })
}
