import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { koboSchema } from '#shared/money.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Outbox } from '../mail/mail.ts'
import type { Task } from '../queue/queue.ts'
import { disputeMail } from './dispute-mail.ts'

type Deps = {
  database: Database
  outbox: Outbox
  mode: PaymentMode
  publicUrl: string
  adminEmail: string
  now: () => Date
}

const dueSoonMs = 4 * 3_600_000

const disputeRow = z.object({
  id: z.int(),
  campaign: z.string(),
  amount: z.nullable(koboSchema),
  dueAt: z.nullable(z.date()),
})

/** Mails the admin when a dispute is opened and again 4 hours before its deadline, after which it is lost. */
export function disputeAlerts(deps: Deps) {
  const sendDisputeAlerts = () => send(deps)
  const task: Task = {
    name: 'send-dispute-alerts',
    lane: 'maintenance',
    cron: '* * * * *',
    run: sendDisputeAlerts,
  }
  return { sendDisputeAlerts, task }
}

async function send({ database, outbox, mode, publicUrl, adminEmail, now }: Deps) {
  const disputes = await database.rows(
    disputeRow,
    sql`select dispute.dispute_id as id, donation.campaign_title as campaign, dispute.refund_kobo as amount,
          dispute.due_at as "dueAt"
        from provider_dispute dispute
        join donation on donation.campaign_id = dispute.campaign_id and donation.id = dispute.donation_id
        where dispute.status not in ('resolved', 'archived') and dispute.mode = ${mode}`,
  )
  const url = new URL('/dashboard/admin?tab=refunds', publicUrl).href
  for (const { id, ...dispute } of disputes) {
    const isDueSoon =
      dispute.dueAt !== null && dispute.dueAt.getTime() - now().getTime() < dueSoonMs
    const mail = disputeMail(adminEmail, { ...dispute, isDueSoon, url })
    // The outbox sends one mail per key, so that each alert is sent once although the task runs every minute.
    const key = `dispute ${mode} ${id} ${isDueSoon ? 'due-soon' : 'open'}`
    await database.transaction((queries) => outbox.enqueue(queries, mail, key))
  }
}
