import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { koboSchema } from '#shared/money.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import type { Task } from '../queue/queue.ts'
import { disputeMail } from './dispute-mail.ts'
import type { Outbox } from '../mail/mail.ts'

type Parts = {
  database: Database
  outbox: Outbox
  mode: PaymentMode
  publicUrl: string
  operatorEmail: string
  now: () => Date
}

const nearMs = 4 * 3_600_000

const openRow = z.object({
  id: z.int(),
  campaign: z.string(),
  amount: z.nullable(koboSchema),
  dueAt: z.nullable(z.date()),
})

/** After its deadline a dispute is lost without a word: the operator is written to when it begins, and once more when little time is left. */
export function disputeAlarms(parts: Parts) {
  const alarmDisputes = () => alarm(parts)
  const task: Task = { name: 'alarm-disputes', cron: '* * * * *', run: alarmDisputes }
  return { alarmDisputes, task }
}

async function alarm({ database, outbox, mode, publicUrl, operatorEmail, now }: Parts) {
  const disputes = await database.rows(
    openRow,
    sql`select dispute.dispute_id as id, donation.campaign_title as campaign, dispute.refund_kobo as amount,
          dispute.due_at as "dueAt"
        from provider_dispute dispute
        join donation on donation.campaign_id = dispute.campaign_id and donation.id = dispute.donation_id
        where dispute.status not in ('resolved', 'archived') and dispute.mode = ${mode}`,
  )
  const url = new URL('/dashboard/operator?tab=returns', publicUrl).href
  for (const { id, ...dispute } of disputes) {
    const isNear = dispute.dueAt !== null && dispute.dueAt.getTime() - now().getTime() < nearMs
    const mail = disputeMail(operatorEmail, { ...dispute, isNear, url })
    // The key sends each of the two once, however often the clock comes by.
    const key = `dispute ${mode} ${id} ${isNear ? 'near' : 'open'}`
    await database.transaction((queries) => outbox.enqueue(queries, mail, key))
  }
}
