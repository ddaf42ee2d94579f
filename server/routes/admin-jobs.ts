import { Hono } from 'hono'

import { adminReasonSchema } from '#shared/admin.ts'

import type { FailedJobs } from '../staff/admin/failed-work.ts'
import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'

/** /api/admin/jobs */
export function adminJobRoutes({ failedJobs }: { failedJobs: FailedJobs }) {
  const find = (id: string) => failedJobs.find(id)
  return new Hono<Env>()
    .get('/', gate(may.readAdmin, noSubject), async (c) =>
      c.json({ jobs: await failedJobs.list() }),
    )
    .post('/:id/retry', gate(may.retryJob, find), async (c) => {
      const { reason } = await jsonBody(c, adminReasonSchema)
      await failedJobs.retry(c.var.subject, { uid: toUser(c.var.actor).uid, reason })
      return c.body(null, 204)
    })
}
