import * as z from 'zod/mini'

import { lagosToday } from '#shared/day.ts'

import type { Database } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { Task } from '../../queue/queue.ts'
import type { Outbox } from '../../mail/mail.ts'
import { queueMail } from './review-reminder-mail.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { Changes } from '../lifecycle/pending-changes.ts'

type Parts = {
  database: Database
  content: ContentStore
  changes: Changes
  outbox: Outbox
  publicUrl: string
  now: () => Date
}

/** Nobody should wait for a reviewer longer without the reviewers being told. */
const patienceMs = 4 * 3_600_000
const mostCounted = 100

/** Tells every reviewer, once a day at most, that something waits. Answers how many wait too long. */
export async function remindReviewers(parts: Parts): Promise<number> {
  const { database, content, outbox, publicUrl, now } = parts
  const waiting = await countWaiting(parts)
  if (waiting === 0) return 0
  const reviewers = await database.rows(
    z.object({ uid: z.string() }),
    sql`select distinct uid from account_role where role in ('reviewer', 'admin')`,
  )
  const url = new URL('/dashboard/reviews', publicUrl).href
  for (const { uid } of reviewers) {
    const person = await content.findUserByUid(uid)
    if (!person) continue
    const mail = queueMail(person.email, { waiting, url })
    const key = `reviews wait ${uid} ${lagosToday(now())}`
    await database.transaction((queries) => outbox.enqueue(queries, mail, key))
  }
  return waiting
}

async function countWaiting({ content, changes, now }: Parts): Promise<number> {
  const before = new Date(now().getTime() - patienceMs)
  const page = { limit: mostCounted, order: 'oldest' } as const
  const { campaigns } = await content.listCampaigns({ status: 'pending' }, page)
  const open = await changes.waiting(mostCounted)
  const since = [...campaigns.map(({ createdAt }) => createdAt), ...open.map(({ at }) => at)]
  return since.filter((at) => at < before).length
}

export function reminderTask(parts: Parts): Task {
  return {
    name: 'remind-reviewers',
    cron: '5 * * * *',
    run: async () => void (await remindReviewers(parts)),
  }
}
