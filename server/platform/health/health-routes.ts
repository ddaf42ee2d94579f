import { Hono } from 'hono'

import type { Env } from '../http/context.ts'
import { gate, noSubject } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import { findTroubles, type openQueueHealth } from './queue-health.ts'
import type { Readiness } from './readiness.ts'

type HealthDeps = {
  readiness: Pick<Readiness, 'missing'>
  /** Missing while the services open. */
  queueHealth?: ReturnType<typeof openQueueHealth>
}

/**
 * /healthz says whether the process runs, /readyz whether it can answer requests. `degraded` answers 200, because
 * an outage of the mail server or the payment provider must not take every process out of the load balancer.
 */
export function healthRoutes({ readiness, queueHealth }: HealthDeps) {
  return new Hono<Env>()
    .get('/healthz', gate(may.readHealth, noSubject), (c) => c.json({ status: 'alive' }))
    .get('/readyz', gate(may.readHealth, noSubject), async (c) => {
      c.header('cache-control', 'no-store')
      const missing = await readiness.missing()
      if (missing.length > 0) return c.json({ status: 'not-ready', missing }, 503)
      const queues = await queueHealth?.read()
      if (!queues) return c.json({ status: 'ready' })
      const troubles = findTroubles(queues)
      return c.json({ status: troubles.length > 0 ? 'degraded' : 'ready', troubles, queues })
    })
}
