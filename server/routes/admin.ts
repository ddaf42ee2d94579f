import { Hono } from 'hono'

import { adminReasonSchema, resolutions } from '#shared/admin.ts'

import type { Admin } from '../staff/admin/admin.ts'
import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { parsePageCursor } from './page-cursor.ts'

type Deps = { admin: Admin }

/** /api/admin */
export function adminRoutes({ admin }: Deps) {
  const findWebhook = (id: string) => admin.webhooks.findReplayable(id)
  const findEmail = (id: string) => admin.emails.findFailed(id)
  const findGivenUp = (id: string) => admin.findGivenUpRefund(id)
  const findSuppressed = (id: string) => admin.emails.suppressed.find(id)
  return new Hono<Env>()
    .route('/', readRoutes({ admin }))
    .route('/quarantine', quarantineRoutes({ admin }))
    .post('/webhooks/:id/replay', gate(may.replayEvent, findWebhook), async (c) => {
      await admin.webhooks.replay(c.var.subject, toUser(c.var.actor).uid)
      return c.body(null, 204)
    })
    .post('/ledger-checks', gate(may.runLedgerCheck, noSubject), async (c) => {
      await admin.ledgerChecks.runNow(toUser(c.var.actor).uid)
      return c.body(null, 204)
    })
    .post('/suppressions/:id/remove', gate(may.removeSuppression, findSuppressed), async (c) => {
      const { reason } = await jsonBody(c, adminReasonSchema)
      const { uid } = toUser(c.var.actor)
      await admin.emails.suppressed.remove(c.var.subject, { uid, reason })
      return c.body(null, 204)
    })
    .post('/refunds/:id/retry', gate(may.retryRefund, findGivenUp), async (c) => {
      const { reason } = await jsonBody(c, adminReasonSchema)
      await admin.retryRefund(c.var.subject, { uid: toUser(c.var.actor).uid, reason })
      return c.body(null, 204)
    })
    .post('/emails/:id/retry', gate(may.retryMail, findEmail), async (c) => {
      await admin.emails.retry(c.var.subject, toUser(c.var.actor).uid)
      return c.body(null, 204)
    })
}

function readRoutes({ admin }: Deps) {
  const readAdmin = () => gate(may.readAdmin, noSubject)
  return new Hono<Env>()
    .get('/webhooks', readAdmin(), async (c) =>
      c.json(await admin.webhooks.list(parsePageCursor(c))),
    )
    .get('/ledger-checks', readAdmin(), async (c) =>
      c.json({ ledgerChecks: await admin.ledgerChecks.list() }),
    )
    .get('/quarantine', readAdmin(), async (c) =>
      c.json({ quarantine: await admin.listQuarantined() }),
    )
    .get('/refunds', gate(may.readRefunds, noSubject), async (c) => {
      const open = await admin.listOpenRefunds()
      c.set('readSubjects', { count: open.refunds.length + open.disputes.length })
      return c.json(open)
    })
    .get('/cancellations', readAdmin(), async (c) =>
      c.json({ cancellations: await admin.listCancellations() }),
    )
    .get('/emails', gate(may.readRecipients, noSubject), async (c) => {
      const emails = await admin.emails.read()
      c.set('readSubjects', { count: emails.undelivered.length + emails.suppressed.length })
      return c.json(emails)
    })
    .get('/audit-log', gate(may.readStaffActions, noSubject), async (c) => {
      const log = await admin.listAuditLog(parsePageCursor(c))
      c.set('readSubjects', { count: log.entries.length })
      return c.json(log)
    })
}

function quarantineRoutes({ admin }: Deps) {
  const find = (id: string) => admin.findQuarantined(id)
  const routes = new Hono<Env>()
  for (const resolution of resolutions)
    routes.post(`/:id/${resolution}`, gate(may.resolveQuarantine, find), async (c) => {
      const { reason } = await jsonBody(c, adminReasonSchema)
      await admin.resolve(c.var.subject, resolution, { uid: toUser(c.var.actor).uid, reason })
      return c.body(null, 204)
    })
  return routes
}
