import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { type Kobo, formatNaira } from '#shared/money.ts'

import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Mail, Outbox } from '../../platform/mail/mail.ts'
import { staffLanguage, writeMail } from '../../platform/mail/write-mail.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import { isAwaitingUs } from './disputes.ts'

type Deps = {
  database: Database
  outbox: Outbox
  mode: PaymentMode
  publicUrl: string
  adminEmail: string
  now: () => Date
}

const hourMs = 3_600_000
/** An answer that does not reach the provider for longer is as good as none. */
const sentWithinMs = 15 * 60_000
/** Hours before the deadline. A dispute that is opened later than one of them is announced with the next alarm. */
const alarmHours = [6, 24, 72]

const disputeRow = z.object({
  id: z.int(),
  campaign: z.string(),
  amount: z.nullable(koboSchema),
  dueAt: z.nullable(z.date()),
})

/** Mails the admin when a dispute is opened, and 72, 24 and 6 hours before its deadline, after which it is lost. */
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
        where ${isAwaitingUs} and dispute.mode = ${mode} and (dispute.due_at is null or dispute.due_at > ${now()})
          and not exists (
            select from dispute_answer answer
            where answer.campaign_id = dispute.campaign_id and answer.mode = dispute.mode
              and answer.dispute_id = dispute.dispute_id and answer.state = 'sending'
              and answer.created_at > ${new Date(now().getTime() - sentWithinMs)})`,
  )
  for (const { id, ...dispute } of disputes) {
    const hours = toAlarm(dispute.dueAt, now())
    const url = new URL(`/dashboard/disputes/${id}`, publicUrl).href
    const mail = disputeMail(adminEmail, { ...dispute, hours, url })
    // The outbox sends one mail per key, so that each alarm is sent once although the task runs every minute.
    const key = `dispute ${mode} ${id} ${dispute.dueAt?.toISOString() ?? ''} ${hours ?? 'open'}`
    await database.transaction((queries) => outbox.enqueue(queries, mail, key))
  }
}

/** The next alarm that is due. Undefined earlier than all of them. */
function toAlarm(dueAt: Date | null, now: Date): number | undefined {
  if (dueAt === null) return undefined
  const left = dueAt.getTime() - now.getTime()
  return alarmHours.find((hours) => left <= hours * hourMs)
}

type Dispute = {
  campaign: string
  amount: Kobo | null
  dueAt: Date | null
  /** How many hours are left at most. Undefined where there is more time. */
  hours: number | undefined
  url: string
}

/** To the admin. */
export function disputeMail(to: string, { campaign, amount, dueAt, hours, url }: Dispute): Mail {
  const sum = amount === null ? 'a donation' : formatNaira(amount)
  const deadline = dueAt === null ? '' : ` by ${formatLagosTime(dueAt)} (Lagos)`
  const title = hours === undefined ? 'New dispute' : `Dispute due in less than ${hours} hours`
  return writeMail(
    { to, language: staffLanguage, reason: 'staff' },
    `${title}: respond${deadline}`,
    [
      `A donor's bank has disputed ${sum} to "${campaign}". Respond${deadline}, or the money is refunded automatically.`,
      'The page of the dispute has the evidence ready: decline with it, or accept the dispute.',
      { label: 'Answer the dispute', url },
    ],
  )
}
