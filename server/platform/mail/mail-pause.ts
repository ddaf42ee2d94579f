import * as z from 'zod/mini'

import { brand } from '#shared/brand.ts'
import type { Queries, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { enqueueJob } from '../queue/queue.ts'
import type { Log } from '../runtime/log.ts'
import { isWaiting } from './mail-rows.ts'
import type { Outbox, Mail } from './mail.ts'
import { writeMail, staffLanguage } from './write-mail.ts'

export const sweepMailTask = 'sweep-mail'

const pauseSchema = z.object({ words: z.string(), since: z.date(), isProbeDue: z.boolean() })
/** The mail server refuses our sender. Mails wait, and one of them is tried from time to time. */
export type MailPause = z.output<typeof pauseSchema>

export function findPause(queries: Queries): Promise<MailPause | undefined> {
  return queries.row(
    pauseSchema,
    sql`select words, since, probe_at <= clock_timestamp() as "isProbeDue" from mail_pause`,
  )
}

/** Longer than the deadline of a delivery. */
const probeSeconds = 120

/** True if mails are not paused, or if the caller may send the one mail of this probe. */
export async function isSendingAllowed(queries: Queries): Promise<boolean> {
  const pause = await findPause(queries)
  if (!pause) return true
  const probes = await queries.run(sql`
    update mail_pause set probe_at = clock_timestamp() + make_interval(secs => ${probeSeconds})
    where probe_at <= clock_timestamp()`)
  return probes > 0
}

type PauseDeps = { outbox: Outbox; log: Log; adminEmail: string; publicUrl: string }

const waitingSchema = z.object({ probes: z.int(), waiting: z.int(), hour: z.string() })

/** Pauses all mails after a refusal of the sender: a minute at first, then twice as long each time, up to half an hour. */
export async function pauseMails(
  deps: PauseDeps,
  queries: Transaction,
  words: string,
): Promise<void> {
  const pause = await queries.row(
    waitingSchema,
    sql`insert into mail_pause (words, probe_at) values (${words}, clock_timestamp() + interval '1 minute')
        on conflict (only_one) do update set words = excluded.words, probes = mail_pause.probes + 1,
          probe_at = clock_timestamp() + least(interval '1 minute' * 2 ^ least(mail_pause.probes + 1, 10), interval '30 minutes')
        returning probes, (select count(*)::integer from mail_outbox where ${isWaiting}) as waiting,
          to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24') as hour`,
  )
  if (!pause) return
  const { probes, waiting, hour } = pause
  deps.log.error({ words, waiting, probes }, 'the mail server refuses our sender, all mails wait')
  const url = new URL('/dashboard/admin?tab=emails', deps.publicUrl).href
  const mail = mailPausedMail(deps.adminEmail, { words, url })
  if (probes === 0) await deps.outbox.enqueue(queries, mail, `mail-paused ${hour}`)
}

/** Called when the mail server accepted a mail. Mails that waited only because of the pause are due at once. */
export async function resumeMails({ log }: Pick<PauseDeps, 'log'>, queries: Transaction) {
  if ((await queries.run(sql`delete from mail_pause`)) === 0) return
  log.info('the mail server accepts our sender again')
  await queries.run(sql`
    update mail_outbox set next_attempt_at = '-infinity', attempts = 0 where ${isWaiting} and deferred_since is null`)
  await enqueueJob(queries, { task: sweepMailTask })
}

/** To the admin. It arrives once the mail server accepts mails again; until then the log, /readyz and the admin page say the same. */
export function mailPausedMail(to: string, { words, url }: { words: string; url: string }): Mail {
  return writeMail(
    { to, language: staffLanguage, reason: 'staff' },
    `${brand}: the mail server refused our sender`,
    [
      'The mail server refused emails because of their sender, so all emails waited. None was given up.',
      `It said: ${words}`,
      'Please check SMTP_URL, MAIL_FROM and the limits of your mail provider.',
      { label: 'Emails', url },
    ],
  )
}
