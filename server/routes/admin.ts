import { Hono } from 'hono'

import { operatorReasonSchema, resolutions } from '#shared/admin.ts'

import { jsonBody, type Env } from '../http/context.ts'
import type { Operator } from '../admin/admin.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import { pageCursor } from './page-cursor.ts'

/** /api/operator: the desk of whoever answers for the money. */
export function operatorRoutes({ operator }: { operator: Operator }) {
  return new Hono<Env>()
    .route('/', readingRoutes({ operator }))
    .route('/quarantine', quarantineRoutes({ operator }))
    .post('/events/:id/replay', gate(may.replayEvent, findEvent(operator)), async (c) => {
      await operator.events.replay(c.var.subject, signedIn(c.var.actor).uid)
      return c.body(null, 204)
    })
    .post('/proofs', gate(may.proveBooks, nothing), async (c) => {
      await operator.proofs.lookAgain(signedIn(c.var.actor).uid)
      return c.body(null, 204)
    })
    .post('/mails/:id/retry', gate(may.retryMail, findMail(operator)), async (c) => {
      await operator.mail.retry(c.var.subject, signedIn(c.var.actor).uid)
      return c.body(null, 204)
    })
}

function readingRoutes({ operator }: { operator: Operator }) {
  const desk = () => gate(may.readOperatorDesk, nothing)
  return new Hono<Env>()
    .get('/events', desk(), async (c) => c.json(await operator.events.listEvents(pageCursor(c))))
    .get('/proofs', desk(), async (c) => c.json({ proofs: await operator.proofs.listProofs() }))
    .get('/quarantine', desk(), async (c) => c.json({ quarantine: await operator.listHeld() }))
    .get('/returns', desk(), async (c) => c.json(await operator.openReturns()))
    .get('/cancellations', desk(), async (c) =>
      c.json({ cancellations: await operator.listCancellations() }),
    )
    .get('/mails', desk(), async (c) => c.json(await operator.mail.mailState()))
    .get('/acts', desk(), async (c) => c.json({ acts: await operator.listActs() }))
}

function quarantineRoutes({ operator }: { operator: Operator }) {
  const find = (id: string) => operator.findHeld(id)
  const routes = new Hono<Env>()
  for (const how of resolutions)
    routes.post(`/:id/${how}`, gate(may.resolveQuarantine, find), async (c) => {
      const { reason } = await jsonBody(c, operatorReasonSchema)
      await operator.resolve(c.var.subject, how, { uid: signedIn(c.var.actor).uid, reason })
      return c.body(null, 204)
    })
  return routes
}

const findEvent =
  ({ events }: Operator) =>
  (id: string) =>
    events.findReplayable(id)

const findMail =
  ({ mail }: Operator) =>
  (id: string) =>
    mail.findDeadMail(id)
