import { Hono } from 'hono'

import type { Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { Services } from '../services.ts'

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
