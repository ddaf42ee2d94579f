import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database, Queries } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { enqueueJob, type Task } from '../queue/queue.ts'
import type { Log } from '../runtime/log.ts'
import type { Outbox } from './mail.ts'
import type { Handover, MailTransport } from './smtp.ts'

/** Mails wait in the database, so a mail exists exactly when its cause does, and no failure of a mail server loses one. */
export const outbox: Outbox = {
  async enqueue(queries, mail, key) {
    // Whoever gave and left since has no address any more.
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

type Delivery = { database: Database; transport: MailTransport; log: Log }

/** A mail that was given up is handed over once more. */
export async function retryMail(queries: Queries, mailId: string): Promise<void> {
  const waiting = await queries.run(sql`
    update mail_outbox set failed_at = null, last_error = null
    where id = ${mailId} and failed_at is not null and text is not null`)
  if (waiting === 1) await enqueueDelivery(queries, mailId)
}

/** The jobs that hand mails over, and look after those that were left behind. */
export function mailTasks(delivery: Delivery): Task[] {
  return [
    {
      name: deliverMail,
      run: (payload) => deliverWaiting(delivery, z.parse(deliverMailSchema, payload).mailId),
    },
    { name: 'sweep-mail', cron: '* * * * *', run: () => sweepOutbox(delivery.database) },
  ]
}

/** Hands over what waits for the recipient of a mail, oldest first. Throws when the mail server is to be asked again later. */
async function deliverWaiting(delivery: Delivery, mailId: string): Promise<void> {
  while (await deliverOldest(delivery, mailId));
}

async function deliverOldest(delivery: Delivery, mailId: string): Promise<boolean> {
  const { database, transport, log } = delivery
  let attempted: string | undefined
  try {
    return await database.transaction(async (queries) => {
      // The row stays locked while the mail server has the word: nobody else hands it over, and nobody overtakes it.
      const mail = await queries.row(mailSchema, oldestLikeSql(mailId))
      if (!mail) return false
      attempted = mail.id
      const { unsubscribeUrl, ...letter } = mail
      const handover = await transport.send({
        ...letter,
        ...(unsubscribeUrl && { unsubscribeUrl }),
      })
      await queries.run(settleSql(mail.id, handover))
      if (handover.kind === 'refused')
        log.warn({ mailId: mail.id, reason: handover.reason }, 'a mail was refused for good')
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

const oldestLikeSql = (mailId: string) => sql`
  select id, recipient as to, subject, text, html, unsubscribe_url as "unsubscribeUrl" from mail_outbox
  where recipient = (select recipient from mail_outbox where id = ${mailId})
    and sent_at is null and failed_at is null
  order by created_at, id limit 1 for update`

/** What was accepted is forgotten at once. What was refused can be tried again for a day: a code in it is good for no longer. */
const settleSql = (mailId: string, handover: Handover) =>
  handover.kind === 'accepted'
    ? sql`update mail_outbox set text = null, html = null, sent_at = clock_timestamp(), last_error = null
        where id = ${mailId}`
    : sql`update mail_outbox set failed_at = clock_timestamp(), last_error = ${handover.reason} where id = ${mailId}`

/** A job's own pauses grow to hours, and a mail server that is back should not wait for that. */
async function sweepOutbox(database: Database) {
  const waiting = await database.rows(
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
    for (const { id } of waiting) await enqueueDelivery(queries, id)
  })
  await database.run(sql`
    update mail_outbox set text = null, html = null
    where failed_at < clock_timestamp() - interval '1 day' and text is not null`)
  await database.run(
    sql`delete from mail_outbox where created_at < clock_timestamp() - interval '30 days'`,
  )
}
