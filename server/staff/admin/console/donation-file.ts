import * as z from 'zod/mini'

import { donationEventKinds, type DonationEvent, type DonationFile } from '#shared/console.ts'
import { kobo } from '#shared/money.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import { sql, type Sql } from '../../../platform/database/sql.ts'
import { statusFactsJoins } from '../../../money/donations/donation-status.ts'
import type { DonationKey } from '../../../money/ledger/entries/donation-row.ts'
import { findRefundable } from '../../../money/refunds/refundable-amounts.ts'
import {
  foundDonationColumns,
  foundDonationSchema,
  toFoundDonation,
  type ConsoleDeps,
} from './found-donations.ts'

const fileRow = z.extend(foundDonationSchema, {
  donorUid: z.nullable(z.string()),
  donorKey: z.instanceof(Buffer),
  reference: z.string(),
  anonymous: z.boolean(),
  sharesEmail: z.boolean(),
  message: z.string(),
  receipt: z.nullable(z.string()),
  channel: z.nullable(z.string()),
})

/** Everything that is known about a donation. */
export async function readDonationFile(
  deps: ConsoleDeps,
  key: DonationKey,
): Promise<DonationFile | undefined> {
  const { database, sealing } = deps
  const row = await database.row(
    fileRow,
    sql`select ${foundDonationColumns}, donation.donor_uid as "donorUid", donation.donor_key as "donorKey",
          donation.reference, donation.anonymous, donation.shares_email as "sharesEmail", donation.message,
          receipt.number as receipt, known.channel
        from donation ${statusFactsJoins}
        left join receipt on receipt.campaign_id = donation.campaign_id and receipt.donation_id = donation.id
        where donation.campaign_id = ${key.campaignId} and donation.id = ${key.id}`,
  )
  if (!row) return undefined
  const [events, refundable] = await Promise.all([
    listEvents(deps, { ...key, reference: row.reference }),
    findRefundable(database, key),
  ])
  const { reference, anonymous, sharesEmail, message, receipt, channel } = row
  const left = refundable && !refundable.isDisputed ? Math.max(refundable.amount, 0) : 0
  return {
    donation: {
      ...toFoundDonation(row, sealing),
      personId: row.donorUid ?? row.donorKey.toString('hex'),
      reference,
      anonymous,
      sharesEmail,
      message,
      receipt,
      channel,
      refundable: kobo(left),
    },
    events,
  }
}

const eventRow = z.object({
  at: z.date(),
  kind: z.enum(donationEventKinds),
  name: z.string(),
  amount: z.nullable(koboSchema),
})

async function listEvents(
  { database }: ConsoleDeps,
  donation: DonationKey & { reference: string },
): Promise<DonationEvent[]> {
  const rows = await database.rows(
    eventRow,
    sql`select at, kind, name, amount from (${selectEvents(donation)}) event
        where at is not null order by at, place, name`,
  )
  return rows.map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
}

/** `place` orders what happened at the same time. */
function selectEvents({ campaignId, id, reference }: DonationKey & { reference: string }): Sql {
  const own = sql`campaign_id = ${campaignId} and donation_id = ${id}`
  return sql`
    select created_at as at, 1 as place, 'started' as kind, 'started' as name, amount_kobo as amount
    from donation where campaign_id = ${campaignId} and id = ${id}
    union all
    select received_at, 2, 'webhook', event || ' (' || state || ')', null from webhook_inbox where reference = ${reference}
    union all
    select coalesce(paid_at, asked_at), 3, 'payment', status, amount_kobo from provider_payment where ${own}
    union all
    select created_at, 4, 'quarantined', reason || ' (' || state || ')', null from quarantined_payment where ${own}
    union all
    select booked_at, 5, 'ledger', kind, abs(case when raised_kobo <> 0 then raised_kobo else provider_kobo end)
    from ledger_entry where ${own}
    union all
    select issued_at, 6, 'receipt', number, null from receipt where ${own}
    union all
    select at, 7, 'refund', step.state, refund.amount_kobo
    from refund join refund_step step on step.campaign_id = refund.campaign_id and step.refund_id = refund.id
    where refund.campaign_id = ${campaignId} and refund.donation_id = ${id}
    union all
    select coalesce(refunded_at, created_at, asked_at), 8, 'provider-refund', status, amount_kobo from provider_refund where ${own}
    union all
    select coalesce(resolved_at, asked_at), 8, 'dispute', status, refund_kobo from provider_dispute where ${own}
    union all
    select coalesce(settled_at, settled.asked_at), 9, 'settlement', settled.status, line.share_kobo
    from settlement_line line join settlement settled using (mode, settlement_id)
    where line.campaign_id = ${campaignId} and line.donation_id = ${id} and settled.sub_account_code is not null
    union all
    select coalesce(sent_at, failed_at, created_at), 10, 'mail',
      subject || case when sent_at is not null then ' (sent)' when failed_at is not null then ' (failed)' else ' (waiting)' end, null
    from mail_outbox where key = any(${[`receipt ${id}`, `payout ${id}`]})`
}
