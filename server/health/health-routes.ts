import { Hono } from 'hono'

import type { Env } from '../http/context.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { Readiness } from './readiness.ts'

/** For whatever watches over us: whether to leave us running, and whether to send us people. */
export function healthRoutes({ readiness }: { readiness: Pick<Readiness, 'missing'> }) {
  return new Hono<Env>()
    .get('/healthz', gate(may.readHealth, nothing), (c) => c.json({ status: 'alive' }))
    .get('/readyz', gate(may.readHealth, nothing), async (c) => {
      c.header('cache-control', 'no-store')
      const missing = await readiness.missing()
      if (missing.length === 0) return c.json({ status: 'ready' })
      return c.json({ status: 'not-ready', missing }, 503)
    })
}
