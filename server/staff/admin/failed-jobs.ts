import * as z from 'zod/mini'

import type { FailedJob } from '#shared/admin.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { hidePersonalData } from '../../platform/runtime/hide-personal-data.ts'
import { recordAction } from './audit-log.ts'

const jobRow = z.object({
  id: z.string(),
  task: z.string(),
  attempts: z.int(),
  error: z.string(),
  at: z.date(),
  nextAttemptAt: z.nullable(z.date()),
})

type Deps = { database: Database; tasks: Pick<Task, 'name' | 'lane'>[]; now: () => Date }

export type FailedJobs = ReturnType<typeof failedJobs>

/** Jobs whose last attempt failed, also those that are not tried again. */
export function failedJobs({ database, tasks, now }: Deps) {
  const laneByTask = new Map(tasks.map(({ name, lane }) => [name, lane]))
  return {
    /** The latest 100. Jobs without a next attempt come first, because only an admin makes them run again. */
    async list(): Promise<FailedJob[]> {
      const jobs = await database.rows(
        jobRow,
        sql`select id, task, attempts, coalesce(error, '') as error, failed_at as at, next_attempt_at as "nextAttemptAt"
            from job.failed() order by next_attempt_at is not null, failed_at desc, id limit 100`,
      )
      return jobs.map(({ error, at, nextAttemptAt, ...job }) => ({
        ...job,
        lane: laneByTask.get(job.task) ?? null,
        error: hidePersonalData(error),
        at: at.toISOString(),
        nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      }))
    },

    find: (id: string) =>
      database.row(
        z.object({ id: z.string(), task: z.string() }),
        sql`select id, task from job.failed() where id = ${id}`,
      ),

    async retry(
      { id, task }: { id: string; task: string },
      by: { uid: string; reason: string },
    ): Promise<void> {
      await database.transaction(async (queries) => {
        await queries.run(sql`select job.retry(${id})`)
        const subject = `${task} ${id}`
        await recordAction(queries, { ...by, action: 'retry-job', subject, at: now() })
      })
    },
  }
}
