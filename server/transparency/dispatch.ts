import { appendFile } from 'node:fs/promises'

import * as z from 'zod/mini'

import { sql } from '../platform/database/sql.ts'
import { refuseInTransaction } from '../platform/database/transaction-scope.ts'
import type { Outbox } from '../platform/mail/mail.ts'
import type { Log } from '../platform/runtime/log.ts'
import type { LogDeps } from './log-state.ts'
import { readPublished } from './read-log.ts'
import { checkpointMail } from './log-mails.ts'

/** Where checkpoints are stored outside of Ajo. Each copy proves a later change of the entries before it. */
export type Outside = { file?: string; mail?: string; webhook?: string }
type Channel = keyof Outside

type Deps = LogDeps & { outside: Outside; outbox: Outbox; log: Pick<Log, 'warn'> }

/** A mail a day is read; files and webhooks are for programs. */
const pauseMs: Record<Channel, number> = { file: 60_000, webhook: 10_000, mail: 86_400_000 }
const webhookTimeoutMs = 5_000

/** Sends the newest checkpoint to each place that has not had it and whose pause is over. One that refuses has its pause, too. */
export async function sendOutside(deps: Deps): Promise<void> {
  const published = await readPublished(deps.database, deps.mode)
  if (!published || published.size === 0) return
  const note = published.note + published.cosignatures
  for (const channel of ['file', 'webhook', 'mail'] as const) {
    const target = deps.outside[channel]
    if (target === undefined || !(await isDue(deps, channel, published.size))) continue
    const isSent = await trySend(deps, { channel, target, note, size: published.size })
    await deps.database.run(sql`
      insert into log_dispatch as known (log, channel, size, sent_at)
      values (${deps.mode}, ${channel}, ${isSent ? published.size : 0}, ${deps.now()})
      on conflict (log, channel) do update set size = greatest(known.size, excluded.size), sent_at = excluded.sent_at`)
  }
}

async function trySend(deps: Deps, sending: Sending): Promise<boolean> {
  try {
    await send(deps, sending)
    return true
  } catch (error) {
    deps.log.warn({ err: error, channel: sending.channel }, 'a checkpoint was not sent outside')
    return false
  }
}

async function isDue({ database, mode, now }: Deps, channel: Channel, size: number) {
  const row = await database.row(
    z.object({ size: z.int(), sentAt: z.date() }),
    sql`select size, sent_at as "sentAt" from log_dispatch where log = ${mode} and channel = ${channel}`,
  )
  if (!row) return true
  return row.size < size && now().getTime() - row.sentAt.getTime() >= pauseMs[channel]
}

type Sending = { channel: Channel; target: string; note: string; size: number }

async function send({ database, mode, outbox }: Deps, { channel, target, note, size }: Sending) {
  if (channel === 'file') return appendFile(target, `${note}\n`, { flush: true })
  if (channel === 'mail') {
    const mail = checkpointMail(target, { size, note })
    return database.transaction((queries) =>
      outbox.enqueue(queries, mail, `log checkpoint ${mode} ${size}`),
    )
  }
  refuseInTransaction('a request to a webhook')
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: note,
    signal: AbortSignal.timeout(webhookTimeoutMs),
  })
  if (!response.ok) throw new Error(`the webhook answered ${response.status}`)
}
