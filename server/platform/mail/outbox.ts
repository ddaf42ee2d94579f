import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import { terms, toTermMs } from '#shared/terms.ts'

import type { Database, Queries, Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { enqueueJob, enqueueJobs, type Task } from '../queue/queue.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { deliverNext, type DeliveryDeps } from './delivery.ts'
import { canWait, getUnsubscribeUrl, mailTurns, type Outbox } from './mail.ts'
import { isWaiting, sealRecipient } from './mail-rows.ts'
import { findPause, sweepMailTask } from './mail-pause.ts'
import { renderMail, type MailSite } from './render-mail.ts'

/** Mails are stored in the transaction of their cause, so neither a rollback nor a mail server failure can separate the two. */
export const openOutbox = (
  sealing: Pick<Sealing, 'seal' | 'fingerprint'>,
  site: MailSite,
): Outbox => ({
  async enqueue(queries, mail, key) {
    // A donor who deleted their account has no address.
    if (mail.to === '') return
    const { to, subject, text, html, kind } = renderMail(mail, site)
    const mailId = randomUUID()
    const turnOfVisitor = mailTurns.getStore()?.turn ?? 0
    const turn = Math.max(turnOfVisitor, canWait(mail) ? 1 : 0)
    const recipient = sealRecipient(sealing, to)
    const inserted = await queries.run(sql`
      insert into mail_outbox (id, recipient_sealed, recipient_key, domain, subject, text, html, unsubscribe_url, turn, key)
      values (
        ${mailId}, ${recipient.sealed}, ${recipient.key}, ${recipient.domain}, ${subject}, ${text}, ${html},
        ${getUnsubscribeUrl(kind)}, ${turn}, ${key ?? null})
      on conflict (key) do nothing`)
    if (inserted === 1 && turnOfVisitor === 0) await enqueueDelivery(queries, mailId, turn)
  },
})

const deliverMail = 'deliver-mail'
const deliverMailSchema = z.object({ mailId: z.string() })

const enqueueDelivery = (queries: Queries, mailId: string, priority = 0) =>
  enqueueJob(queries, { task: deliverMail, payload: { mailId }, key: `mail ${mailId}`, priority })

/** Queues a failed mail for one more delivery, unless its text is already deleted. */
export async function retryMail(queries: Transaction, mailId: string): Promise<void> {
  const updated = await queries.run(sql`
    update mail_outbox set failed_at = null, last_error = null, attempts = 0, deferred_since = null, next_attempt_at = '-infinity'
    where id = ${mailId} and failed_at is not null and text is not null`)
  if (updated === 1) await enqueueDelivery(queries, mailId)
}

export function mailTasks(deps: DeliveryDeps): Task[] {
  return [
    {
      name: deliverMail,
      lane: 'mail',
      run: (payload, signal) =>
        deliverWaiting(deps, z.parse(deliverMailSchema, payload).mailId, signal),
    },
    {
      name: sweepMailTask,
      lane: 'mail',
      cron: '* * * * *',
      run: async () => {
        await sweepOutbox(deps)
        await forgetRecipients(deps.database)
      },
    },
  ]
}

/** Sends all due mails to the recipient of this mail, those that can wait last, each kind oldest first, until one is not accepted. */
async function deliverWaiting(
  deps: DeliveryDeps,
  mailId: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  while (!signal?.aborted && (await deliverNext(deps, mailId, signal)));
}

/** Enough for an hour's mails after an outage of the mail server, and few enough for one statement. */
const sweepSize = 2_000
/** During a pause only one mail is tried, and others are at hand if it is gone. */
const probeSize = 3

/**
 * Queues the mails whose time has come: those whose job was lost, was refused for now, or met an outage. Only the row says when that is.
 * Mails that can wait come last, turn by turn, and of a turn the newest first: a person who has just sent a form waits for the mail, while
 * thousands before it are often of one sender. No domain has more than it may deliver, so that others are not behind it.
 */
async function sweepOutbox({ database, perDomain }: DeliveryDeps) {
  const pause = await findPause(database)
  const size = pause ? (pause.isProbeDue ? probeSize : 0) : sweepSize
  const key = sql`'mail ' || due.id`
  const order = sql`turn, attempts, case when turn > 0 then -extract(epoch from created_at) else extract(epoch from created_at) end`
  const payload = sql`json_build_object('mailId', due.id)`
  await database.run(sql`
    select ${enqueueJobs({ task: deliverMail, payload, key, priority: sql`due.priority` })} from (
      select id, case when turn > 0 then least(place, 32767)::integer else 0 end as priority from (
        select id, turn, row_number() over (order by ${order}) as place,
          row_number() over (partition by domain order by ${order}) as place_in_domain
        from (
          select distinct on (recipient_key) id, domain, created_at, attempts, turn from mail_outbox
          where ${isWaiting} and recipient_key is not null and next_attempt_at <= clock_timestamp() and leased_until <= clock_timestamp()
            and (turn > 0 or created_at < clock_timestamp() - interval '1 minute')
          order by recipient_key, turn, created_at, id) as first) as placed
      where place_in_domain <= ${perDomain} order by place limit ${size}) as due
    having count(*) > 0`)
}

/** The limit of a domain counts the mails of the last minute by their addresses. */
const countedSeconds = 120

/**
 * Removes address, subject and text of mails that were sent, and of those that were given up so long ago that no admin can retry them. What
 * stays says that a mail was sent, and when.
 */
async function forgetRecipients(database: Database): Promise<void> {
  const retrySeconds = toTermMs(terms.failedMailText) / 1_000
  await database.run(sql`
    update mail_outbox
    set recipient_sealed = null, recipient_key = null, domain = null, subject = '', text = null, html = null, unsubscribe_url = null
    where recipient_key is not null and (
      sent_at < clock_timestamp() - make_interval(secs => ${countedSeconds})
      or failed_at < clock_timestamp() - make_interval(secs => ${retrySeconds}))`)
}
