import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'

import { sql } from '../../platform/database/sql.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { writeMail, staffLanguage } from '../../platform/mail/write-mail.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { PendingChanges } from '../lifecycle/pending-changes.ts'

type ReminderDeps = Pick<Foundation, 'database' | 'content' | 'outbox' | 'publicUrl' | 'now'> & {
  changes: PendingChanges
  /** Of reports and appeals, for more than 72 hours. */
  countOverdueCases: () => Promise<{ cases: number; appeals: number }>
}

const remindAfterMs = 4 * 3_600_000
const reviewerRow = z.object({ uid: z.string() })

/** Mails every reviewer at most once a day while reviews are overdue. Returns how many are. */
export async function remindReviewers(deps: ReminderDeps): Promise<number> {
  const { database, content, outbox, publicUrl, now } = deps
  const waiting = await countOverdue(deps)
  const { cases, appeals } = await deps.countOverdueCases()
  const overdue = { waiting, cases, appeals }
  const total = waiting + cases + appeals
  if (total === 0) return 0
  const reviewers = await database.rows(
    reviewerRow,
    sql`select distinct uid from account_role where role in ('reviewer', 'admin')`,
  )
  const url = new URL('/dashboard/reviews', publicUrl).href
  for (const { uid } of reviewers) {
    const person = await content.findUserByUid(uid)
    if (!person) continue
    const mail = reviewReminderMail(person.email, { ...overdue, url })
    const key = `review-reminder ${uid} ${lagosDay(now())}`
    await database.transaction((queries) => outbox.enqueue(queries, mail, key))
  }
  return total
}

async function countOverdue({ content, changes, now }: ReminderDeps): Promise<number> {
  const before = new Date(now().getTime() - remindAfterMs)
  const campaigns = await content.listPending([])
  const pending = await changes.listPending()
  const since = [...campaigns.map(({ createdAt }) => createdAt), ...pending.map(({ at }) => at)]
  return since.filter((at) => at < before).length
}

export function reminderTask(deps: ReminderDeps): Task {
  return {
    name: 'remind-reviewers',
    lane: 'maintenance',
    cron: '5 * * * *',
    run: async () => void (await remindReviewers(deps)),
  }
}

type Overdue = { waiting: number; cases: number; appeals: number }

/** Names no campaign, because pending campaigns are visible only to reviewers who are logged in. */
export function reviewReminderMail(
  to: string,
  { waiting, cases, appeals, url }: Overdue & { url: string },
): Mail {
  const sentences = [
    toSentence(waiting, 'campaign', 'been waiting for review for more than 4 hours'),
    toSentence(cases, 'reported campaign', 'been waiting for a decision for more than 72 hours'),
    toSentence(appeals, 'appeal', 'been waiting for a decision for more than 72 hours'),
  ]
  return writeMail(to, staffLanguage, {
    kind: 'transactional',
    reason: 'staff',
    subject: 'Campaigns waiting for review',
    paragraphs: [
      ...sentences.filter((sentence) => sentence !== ''),
      { label: 'Review campaigns', url },
    ],
  })
}

function toSentence(count: number, noun: string, state: string): string {
  if (count === 0) return ''
  return `${count} ${count === 1 ? `${noun} has` : `${noun}s have`} ${state}.`
}
