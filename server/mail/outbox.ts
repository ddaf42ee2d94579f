import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { enqueueJob, type Task } from '../queue/queue.ts'
import type { Log } from '../runtime/log.ts'
import type { Outbox } from './mail.ts'
import type { Handover, MailTransport } from './smtp.ts'

/** Mails are stored in the transaction of their cause, so neither a rollback nor a mail server failure can separate the two. */
export const outbox: Outbox = {
  async enqueue(queries, mail, key) {
    // A donor who deleted their account has no address.
    if (mail.to === '') return
    const mailId = randomUUID()
    const inserted = await queries.run(sql`
      insert into mail_outbox (id, recipient, subject, text, html, unsubscribe_url, key)
      values (
        ${mailId}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.unsubscribeUrl ?? null}, ${key ?? null})
      on conflict (key) do nothing`)
    if (inserted === 1) await enqueueDelivery(queries, mailId)
  },
}

const deliverMail = 'deliver-mail'
const deliverMailSchema = z.object({ mailId: z.string() })

const enqueueDelivery = (queries: Queries, mailId: string) =>
  enqueueJob(queries, { task: deliverMail, payload: { mailId }, key: `mail ${mailId}` })

type DeliveryDeps = { database: Database; transport: MailTransport; log: Log }

/** Queues a failed mail for one more delivery, unless its text is already deleted. */
export async function retryMail(queries: Queries, mailId: string): Promise<void> {
  const updated = await queries.run(sql`
    update mail_outbox set failed_at = null, last_error = null
    where id = ${mailId} and failed_at is not null and text is not null`)
  if (updated === 1) await enqueueDelivery(queries, mailId)
}

export function mailTasks(deps: DeliveryDeps): Task[] {
  return [
    {
      name: deliverMail,
      run: (payload) => deliverWaiting(deps, z.parse(deliverMailSchema, payload).mailId),
    },
    { name: 'sweep-mail', cron: '* * * * *', run: () => sweepOutbox(deps.database) },
  ]
}

/** Sends all waiting mails to the recipient of this mail, oldest first. Throws if the delivery has to be retried. */
async function deliverWaiting(deps: DeliveryDeps, mailId: string): Promise<void> {
  while (await deliverOldest(deps, mailId));
}

async function deliverOldest(deps: DeliveryDeps, mailId: string): Promise<boolean> {
  const { database, transport, log } = deps
  let attempted: string | undefined
  try {
    return await database.transaction(async (queries) => {
      // The lock on the row keeps other jobs from sending the same mail or a later one to the same recipient.
      const mail = await queries.row(mailSchema, selectOldestToSameRecipient(mailId))
      if (!mail) return false
      attempted = mail.id
      const { unsubscribeUrl, ...message } = mail
      const handover = await transport.send({
        ...message,
        ...(unsubscribeUrl && { unsubscribeUrl }),
      })
      await queries.run(recordHandoverSql(mail.id, handover))
      if (handover.kind === 'refused')
        log.warn(
          { mailId: mail.id, reason: handover.reason },
          'the mail server rejected a mail permanently',
        )
      return true
    })
  } catch (error) {
    if (attempted !== undefined && error instanceof Error)
      await database.run(
        sql`update mail_outbox set last_error = ${error.message} where id = ${attempted}`,
      )
    throw error
  }
}

const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  unsubscribeUrl: z.nullable(z.string()),
})

const selectOldestToSameRecipient = (mailId: string) => sql`
  select id, recipient as to, subject, text, html, unsubscribe_url as "unsubscribeUrl" from mail_outbox
  where recipient = (select recipient from mail_outbox where id = ${mailId})
    and sent_at is null and failed_at is null
  order by created_at, id limit 1 for update`

/** Deletes the text of a sent mail at once, because it may hold a code. A rejected mail keeps its text for a day, so that the admin can retry it. */
const recordHandoverSql = (mailId: string, handover: Handover) =>
  handover.kind === 'accepted'
    ? sql`update mail_outbox set text = null, html = null, sent_at = clock_timestamp(), last_error = null
        where id = ${mailId}`
    : sql`update mail_outbox set failed_at = clock_timestamp(), last_error = ${handover.reason} where id = ${mailId}`

/** Queues waiting mails every minute: the job's own retry delays grow to hours, which is too long once the mail server is back. */
async function sweepOutbox(database: Database) {
  const oldest = await database.rows(
    z.object({ id: z.string() }),
    sql`
      select id from (
        select distinct on (recipient) id, created_at from mail_outbox
        where sent_at is null and failed_at is null
          and created_at < clock_timestamp() - interval '1 minute'
        order by recipient, created_at, id) as oldest
      order by created_at limit 200`,
  )
  await database.transaction(async (queries) => {
    for (const { id } of oldest) await enqueueDelivery(queries, id)
  })
  await database.run(sql`
    update mail_outbox set text = null, html = null
    where failed_at < clock_timestamp() - interval '1 day' and text is not null`)
  await database.run(
    sql`delete from mail_outbox where created_at < clock_timestamp() - interval '30 days'`,
  )
}
