import * as z from 'zod/mini'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import type { Task } from '#server/queue/queue.ts'

import { runJobs } from './jobs.ts'

const mailSchema = z.object({ subject: z.string(), text: z.string(), html: z.string() })

/** Runs the jobs that write mails and returns the mails to an address, oldest first. */
export async function mailsTo(owner: Database, tasks: Task[], email: string) {
  await runJobs(owner, tasks)
  return owner.rows(
    mailSchema,
    sql`select subject, text, html from mail_outbox where recipient = ${email} order by created_at`,
  )
}

/** The codes in the links of mails, oldest first. */
export function getCodes(
  mails: { text: string }[],
  mode: 'verifyEmail' | 'resetPassword' | 'verifyAndChangeEmail',
): string[] {
  return mails
    .flatMap(({ text }) => text.match(/https?:\S+/g) ?? [])
    .map((link) => new URL(link).searchParams)
    .filter((query) => query.get('mode') === mode)
    .map((query) => query.get('oobCode') ?? '')
}
