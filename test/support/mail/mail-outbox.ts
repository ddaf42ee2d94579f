import { setTimeout as pause } from 'node:timers/promises'

import * as z from 'zod/mini'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { mailTasks } from '#server/platform/mail/outbox.ts'
import { openRecipient } from '#server/platform/mail/mail-rows.ts'
import { smtpTransport } from '#server/platform/mail/smtp.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { runJobs } from '#test/support/database/jobs.ts'
import { openMailServer } from './mail-server.ts'
import { plainMail, testOutbox as outbox } from './mails.ts'
import { testSealing as sealing } from '#test/support/servers/sealing.ts'

export const adminEmail = 'admin@ajo.example'
const publicUrl = 'https://ajo.example'

type Stage = 'onMailFrom' | 'onRcptTo' | 'onData'
type Response = { code: number; words: string } | undefined

/** An SMTP server whose response at each stage depends on the address. It counts the attempts. */
export async function openPickyMailServer() {
  const state = {
    attempts: [] as string[],
    respond: (_stage: Stage, _address: string): Response => undefined,
  }
  const answer = (stage: Stage, address: string, callback: (error?: Error | null) => void) => {
    const response = state.respond(stage, address)
    if (!response) return callback()
    return callback(Object.assign(new Error(response.words), { responseCode: response.code }))
  }
  let recipient = ''
  const server = await openMailServer({
    onMailFrom: ({ address }, _session, callback) => answer('onMailFrom', address, callback),
    onRcptTo: ({ address }, _session, callback) => {
      recipient = address
      state.attempts.push(address)
      answer('onRcptTo', address, callback)
    },
    onData: (stream, _session, callback) => {
      stream.resume()
      stream.on('end', () => answer('onData', recipient, callback))
    },
  })
  return Object.assign(server, state, {
    setResponse: (respond: (stage: Stage, address: string) => Response) => {
      state.respond = respond
    },
  })
}

/** Moves all times of the outbox back. They are the database's, so that a test cannot set a clock. */
export async function passMailTime(owner: Database, minutes: number): Promise<void> {
  for (const [table, columns] of timeColumns)
    await owner.pool.query(
      `update ${table} set ${columns
        .map((column) => `${column} = ${column} - make_interval(mins => ${minutes})`)
        .join(', ')}`,
    )
}

type Options = { perDomain?: number }

/** The outbox with its jobs, which the test runs minute by minute. */
export function openOutbox(
  { database, owner }: { database: Database; owner: Database },
  url: string,
  { perDomain = 1_000 }: Options = {},
) {
  const log = openLog('silent')
  const transport = smtpTransport({
    url,
    from: 'Ajo <no-reply@ajo.example>',
    publicUrl,
    timeoutMs: 2_000,
  })
  const tasks = mailTasks({
    database,
    sealing,
    transport,
    outbox,
    log,
    adminEmail,
    publicUrl,
    perDomain,
  })
  const sweep = tasks.find(({ cron }) => cron !== undefined)
  const sweepAfter = async (minutes: number) => {
    await passMailTime(owner, minutes)
    await sweep?.run({})
  }

  return {
    tasks,
    enqueue: (subject: string, to: string, unsubscribeUrl?: string) =>
      database.transaction((queries) =>
        outbox.enqueue(queries, {
          ...plainMail(to, subject),
          ...(unsubscribeUrl !== undefined && { kind: { unsubscribeUrl, label: 'Unsubscribe' } }),
        }),
      ),
    deliver: () => runJobs(owner, tasks),
    sweep: sweepAfter,
    /** Lets time pass, then runs the sweep and the jobs that are due. */
    async pass(minutes: number) {
      await sweepAfter(minutes)
      await runJobs(owner, tasks)
      await pause(0)
    },
    rows: async () =>
      (await owner.rows(rowSchema, rowsSql)).map(({ sealed, ...row }) => ({
        ...row,
        to: sealed ? openRecipient(sealing, sealed) : '',
      })),
    countRetries: async () =>
      (await owner.pool.query('select from graphile_worker.jobs where attempts > 0')).rowCount,
  }
}

/** Hands the mails that wait to a mail server that accepts them. */
export async function deliverMails(databases: { database: Database; owner: Database }) {
  await using server = await openMailServer()
  await openOutbox(databases, server.url).deliver()
}

const timeColumns = [
  [
    'mail_outbox',
    [
      'created_at',
      'next_attempt_at',
      'attempted_at',
      'leased_until',
      'deferred_since',
      'failed_at',
    ],
  ],
  ['mail_pause', ['since', 'probe_at']],
] as const

const rowSchema = z.object({
  subject: z.string(),
  sealed: z.nullable(z.instanceof(Buffer)),
  state: z.enum(['sent', 'failed', 'waiting']),
  error: z.nullable(z.string()),
})
const rowsSql = sql`
  select subject, recipient_sealed as sealed, last_error as error,
    case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state
  from mail_outbox order by created_at desc, subject`
