import * as z from 'zod/mini'

import { type DonationPayout, paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { type Kobo, formatNaira } from '#shared/money.ts'
import { settlementStates } from '#shared/payouts.ts'

import { sql } from '../../platform/database/sql.ts'
import type { Mail, Outbox } from '../../platform/mail/mail.ts'
import { donorLanguage, languageSchema } from '../../platform/mail/reader-language.ts'
import { type Reader, writeMail } from '../../platform/mail/write-mail.ts'
import { type Task, enqueueJob } from '../../platform/queue/queue.ts'
import { formatLagosDay } from '../../platform/runtime/lagos-time.ts'
import { texts } from '../../text/texts.ts'
import type { DonationKey, LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'

/** Adds to `donation` where the owner's share is, as `settlement`. Only what the provider reported of its settlements counts. */
export const settlementJoin = sql`
  cross join lateral (
    select coalesce((array_agg(payout.state order by payout.rank))[1], 'waiting') as state,
      max(payout.settled_at) filter (where payout.state = 'paid-out') as settled_at,
      (array_agg(payout.sub_account_code order by payout.settled_at desc nulls last)
        filter (where payout.state = 'paid-out'))[1] as sub_account_code
    from (
      select settled.settled_at, settled.sub_account_code,
        case settled.status when 'success' then 1 when 'failed' then 3 else 2 end as rank,
        case settled.status when 'success' then 'paid-out' when 'failed' then 'failed' else 'on-its-way' end as state
      from settlement_line line
      join settlement settled on settled.mode = line.mode and settled.settlement_id = line.settlement_id
      where line.campaign_id = donation.campaign_id and line.donation_id = donation.id
        and settled.sub_account_code is not null) payout) settlement`

const payoutRow = z.object({
  id: z.string(),
  state: z.enum(settlementStates),
  at: z.nullable(z.date()),
  last4: z.nullable(z.string()),
  /** The provider shows the payouts of the campaign as stopped. */
  isHeld: z.boolean(),
  isReversed: z.boolean(),
})

/**
 * Where each donation is on its way to the organiser. Null for one that is not paid, or that went back to the donor before it was paid
 * out.
 */
export async function listDonationPayouts(
  { database }: Pick<LedgerDeps, 'database'>,
  donations: readonly DonationKey[],
): Promise<Map<string, DonationPayout | null>> {
  if (donations.length === 0) return new Map()
  const rows = await database.rows(
    payoutRow,
    sql`select donation.id, settlement.state, settlement.settled_at as at,
          (select last4 from bank_account_use used where used.sub_account_code = settlement.sub_account_code) as last4,
          exists (
            select from payout_hold hold
            where hold.campaign_id = donation.campaign_id and hold.mode = donation.mode and hold.state = 'in-force') as "isHeld",
          reversal.raised <= 0 as "isReversed"
        from unnest(${donations.map(({ campaignId }) => campaignId)}::text[], ${donations.map(({ id }) => id)}::uuid[])
          as wanted (campaign_id, id)
        join donation using (campaign_id, id)
        ${settlementJoin}
        cross join lateral (
          select sum(raised_kobo) as raised from ledger_entry entry
          where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) reversal
        where donation.state = 'paid'`,
  )
  return new Map(rows.map((row) => [row.id, toPayout(row)]))
}

function toPayout({
  state,
  at,
  last4,
  isHeld,
  isReversed,
}: z.output<typeof payoutRow>): DonationPayout | null {
  if (state === 'paid-out') return { state, at: at?.toISOString() ?? null, last4 }
  if (isReversed) return null
  // What the provider has started to pay out cannot be held any more.
  const isOnHold = isHeld && state !== 'on-its-way'
  return { state: isOnHold ? 'on-hold' : state, at: null, last4: null }
}

const payoutNoticeTask = 'mail-payout-notices'
const batchSize = 200

const payloadSchema = z.object({ mode: z.enum(paymentModes), settlementId: z.int() })
type Payload = z.output<typeof payloadSchema>

/** Enqueued with what a successful settlement books. */
export const payoutNoticeJob = ({ mode, settlementId }: Payload) => ({
  task: payoutNoticeTask,
  payload: { mode, settlementId },
  key: `${payoutNoticeTask} ${mode} ${settlementId}`,
})

type Deps = LedgerDeps & Pick<PaymentDeps, 'sealing' | 'publicUrl'> & { outbox: Outbox }

/** Mails each donor once when, and to which account, the donation was paid out. */
export function payoutNotices(deps: Deps): Task {
  return {
    name: payoutNoticeTask,
    lane: 'maintenance',
    run: (payload) => sendNotices(deps, z.parse(payloadSchema, payload)),
  }
}

const noticeRow = z.object({
  id: z.string(),
  emailSealed: z.instanceof(Buffer),
  amount: koboSchema,
  title: z.string(),
  accessCode: z.string(),
  language: languageSchema,
  at: z.nullable(z.date()),
  last4: z.nullable(z.string()),
})

async function sendNotices(deps: Deps, settlement: Payload): Promise<void> {
  const { database, outbox, sealing, publicUrl } = deps
  await database.transaction(async (queries) => {
    const rows = await queries.rows(noticeRow, claimUnmailed(deps, settlement))
    for (const { id, emailSealed, accessCode, language, ...payout } of rows) {
      const to = sealing.open('donor-email', emailSealed)
      // The address is empty once the donor's data has been erased.
      if (to === '') continue
      const url = new URL(`/donations/${accessCode}`, publicUrl).href
      await outbox.enqueue(
        queries,
        payoutMail({ to, language }, { ...payout, url }),
        `payout ${id}`,
      )
    }
    if (rows.length === batchSize) await enqueueJob(queries, payoutNoticeJob(settlement))
  })
}

/** Donations that are still paid out, and of which something is left with the organiser. The rows of `payout_notice` claim them. */
const claimUnmailed = ({ now }: Deps, { mode, settlementId }: Payload) => sql`
  with claimed as (
    insert into payout_notice (campaign_id, donation_id, at)
    select line.campaign_id, line.donation_id, ${now()}::timestamptz
    from settlement_line line
    join settlement paid using (mode, settlement_id)
    where line.mode = ${mode} and line.settlement_id = ${settlementId}
      and paid.status = 'success' and paid.sub_account_code is not null
      and not exists (
        select from payout_notice sent where sent.campaign_id = line.campaign_id and sent.donation_id = line.donation_id)
      and (select sum(raised_kobo) from ledger_entry entry
        where entry.campaign_id = line.campaign_id and entry.donation_id = line.donation_id) > 0
    order by line.campaign_id, line.donation_id limit ${batchSize}
    on conflict do nothing
    returning campaign_id, donation_id)
  select donation.id, donation.donor_email_sealed as "emailSealed",
    (select sum(raised_kobo)::bigint from ledger_entry entry
      where entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id) as amount,
    donation.campaign_title as title, donation.access_code as "accessCode", ${donorLanguage} as language,
    settlement.settled_at as at,
    (select last4 from bank_account_use used where used.sub_account_code = settlement.sub_account_code) as last4
  from claimed
  join donation on donation.campaign_id = claimed.campaign_id and donation.id = claimed.donation_id
  ${settlementJoin}`

/** To the organiser, when a cap on exposure is crossed. */
export function payoutsHeldMail(
  reader: Reader,
  { title, url }: { title: string; url: string },
): Mail {
  const { held } = texts[reader.language].payout
  return writeMail({ ...reader, reason: 'organiser' }, held.subject({ title }), [
    held.lead({ title }),
    held.next,
    { label: held.view, url },
  ])
}

type Payout = {
  amount: Kobo
  title: string
  /** Null where the provider names no date. */
  at: Date | null
  last4: string | null
  url: string
}

/** To the donor, when the provider has paid the donation out. */
export function payoutMail(reader: Reader, { amount, title, at, last4, url }: Payout): Mail {
  const { payout } = texts[reader.language]
  const sum = formatNaira(amount)
  return writeMail({ ...reader, reason: 'donor' }, payout.subject({ title }), [
    payout.lead({ sum, title }),
    ...(at ? [payout.on({ day: formatLagosDay(at) })] : []),
    ...(last4 === null ? [] : [payout.account({ last4 })]),
    payout.source,
    { label: payout.view, url },
  ])
}
