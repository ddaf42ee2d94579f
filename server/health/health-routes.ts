import { Hono } from 'hono'

import type { Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import type { Readiness } from './readiness.ts'

/** /healthz says whether the process runs, /readyz whether it can answer requests. */
export function healthRoutes({ readiness }: { readiness: Pick<Readiness, 'missing'> }) {
  return new Hono<Env>()
    .get('/healthz', gate(may.readHealth, noSubject), (c) => c.json({ status: 'alive' }))
    .get('/readyz', gate(may.readHealth, noSubject), async (c) => {
      c.header('cache-control', 'no-store')
      const missing = await readiness.missing()
      if (missing.length === 0) return c.json({ status: 'ready' })
      return c.json({ status: 'not-ready', missing }, 503)
    })
}
