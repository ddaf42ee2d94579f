import { Hono } from 'hono'

import { adminReasonSchema, writeOffSchema } from '#shared/admin.ts'

import type { Admin } from '../staff/admin/admin.ts'
import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'

type Deps = { admin: Admin }

/** /api/admin: what the provider's records and the owners' debts show. */
export function adminMoneyRoutes({ admin: { differences, exposure } }: Deps) {
  const findDifference = (id: string) => differences.findOpen(id)
  const findReceivable = (id: string) => exposure.findReceivable(id)
  return new Hono<Env>()
    .get('/differences', gate(may.readAdmin, noSubject), async (c) =>
      c.json(await differences.list()),
    )
    .get('/exposure', gate(may.readAdmin, noSubject), async (c) => c.json(await exposure.read()))
    .post(
      '/differences/:id/acknowledge',
      gate(may.acknowledgeDifference, findDifference),
      async (c) => {
        const { reason } = await jsonBody(c, adminReasonSchema)
        const { uid } = toUser(c.var.actor)
        await differences.acknowledge(c.var.subject, { uid, reason })
        return c.body(null, 204)
      },
    )
    .post('/receivables/:id/write-off', gate(may.writeOff, findReceivable), async (c) => {
      const form = await jsonBody(c, writeOffSchema)
      await exposure.writeOff(c.var.subject, { uid: toUser(c.var.actor).uid, ...form })
      return c.body(null, 204)
    })
}
