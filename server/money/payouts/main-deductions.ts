import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import { toPostings } from '../ledger/chart.ts'
import { bookEntry, platformCampaign } from '../ledger/book-entry.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import { type Difference, collectUnreadable, saveDifferences } from '../ledger/differences.ts'
import type { BalanceChange } from '../../providers/payments/payments.ts'
import { openSweep, watchList } from '../../platform/queue/sweep.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

/** The provider ignores the time of a date, and rows can appear late. */
const overlapMs = 3 * 86_400_000
const dayMs = 86_400_000
/** A refund that was just made can be listed here before it is saved. */
const savedWithinMs = 3_600_000

export function mainDeductions(deps: Deps) {
  return {
    /** Books what the provider took from the main account for refunds and disputes. Answers the number of entries. */
    async bookMainDeductions(): Promise<number> {
      await watchList(deps, 'changes of the balance', () => readChanges(deps))
      const sweep = await openSweep(deps, 'deduction')
      let booked = 0
      for (const change of await listUnbooked(deps))
        if (await sweep.run(String(change.id), () => book(deps, change))) booked += 1
      await saveDifferences(deps, 'balance', await listUnexplained(deps))
      return booked
    },
  }
}

async function readChanges(deps: Deps): Promise<void> {
  const { database, mode, now, payments } = deps
  const at = now()
  const known = await database.row(
    z.object({ readUntil: z.date() }),
    sql`select read_until as "readUntil" from balance_read where mode = ${mode}`,
  )
  const from = new Date((known?.readUntil.getTime() ?? overlapMs) - overlapMs)
  const { onUnreadable, save } = collectUnreadable(deps)
  const listed: BalanceChange[] = []
  for await (const change of payments.balance.listSince(from, { onUnreadable })) listed.push(change)
  await saveChanges(deps, listed)
  await save()
  const ids = listed.map(({ id }) => id)
  await saveDifferences(deps, 'balance list', await findUnlisted(deps, from, ids))
  await database.run(sql`
    insert into balance_read (mode, read_until) values (${mode}, ${at})
    on conflict (mode) do update set read_until = excluded.read_until`)
}

/** In one statement, because each hour reads the changes of days again. */
async function saveChanges(
  { database, mode }: Deps,
  changes: readonly BalanceChange[],
): Promise<void> {
  const rows = changes.filter(({ cause }) => cause !== 'transaction' && cause !== 'settlement')
  if (rows.length === 0) return
  await database.run(sql`
    insert into balance_change (mode, change_id, difference_kobo, cause, cause_id, at)
    select ${mode}, id, difference, cause, "causeId", at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as change (
      id bigint, difference bigint, cause text, "causeId" bigint, at timestamptz)
    on conflict do nothing`)
}

/** Changes that we have and the provider's list lacks. It ignores the time of a date. */
async function findUnlisted(
  { database, mode }: Deps,
  from: Date,
  listed: readonly number[],
): Promise<Difference[]> {
  const rows = await database.rows(
    z.object({ key: z.string(), ours: z.string() }),
    sql`select cause || ' ' || change_id as key, difference_kobo::text as ours from balance_change
        where mode = ${mode} and at >= ${new Date(from.getTime() + dayMs)} and not change_id = any(${listed}::bigint[])`,
  )
  return rows.map((row) => ({ kind: 'deduction-unexplained', theirs: null, ...row }))
}

const unbookedSchema = z.object({
  id: z.int(),
  difference: z.int(),
  at: z.date(),
  campaignId: z.string(),
  donationId: z.nullable(z.string()),
})
type Unbooked = z.output<typeof unbookedSchema>

function listUnbooked({ database, mode }: Deps) {
  return database.rows(
    unbookedSchema,
    sql`select change.change_id as id, change.difference_kobo as difference, change.at,
          cause.campaign_id as "campaignId", cause.donation_id as "donationId"
        from balance_change change
        join (
          select 'refund' as cause, refund_id as cause_id, campaign_id, donation_id from provider_refund refund
          where mode = ${mode} and exists (
            select from ledger_entry charge
            where charge.campaign_id = refund.campaign_id and charge.donation_id = refund.donation_id and charge.kind = 'charge'
              and charge.transaction_id = refund.transaction_id)
          union all
          select 'dispute', dispute_id, campaign_id, donation_id from provider_dispute dispute
          where mode = ${mode} and exists (
            select from ledger_entry charge
            where charge.campaign_id = dispute.campaign_id and charge.donation_id = dispute.donation_id and charge.kind = 'charge')
          union all
          select reversal.cause, reversal.id, booked_in, null from quarantined_payment held
          join (
            select 'refund' as cause, refund_id as id, campaign_id, mode, transaction_id from provider_refund
            union all
            select 'dispute', dispute_id, campaign_id, mode, transaction_id from provider_dispute) reversal
            on reversal.mode = held.mode and reversal.transaction_id = held.transaction_id and reversal.campaign_id = booked_in
          where held.mode = ${mode} and booked_in is not null and state <> 'accepted') cause
          using (cause, cause_id)
        where change.mode = ${mode} and not change.is_booked
        order by change.at, change.change_id, cause.campaign_id nulls last limit 1000`,
  )
}

async function book(deps: Deps, { id, difference, at, ...donation }: Unbooked): Promise<boolean> {
  const { database, mode } = deps
  const { campaignId, donationId } = donation
  return database.transaction(async (queries) => {
    const marked = await queries.run(sql`
      update balance_change set is_booked = true where mode = ${mode} and change_id = ${id} and not is_booked`)
    if (marked === 0) return false
    return bookEntry(deps, queries, {
      kind: 'deduction',
      effectKey: `deduction:${mode}:${id}`,
      campaignId,
      ...(donationId !== null && { donationId }),
      postings: toPostings.deduction(-difference),
      memo: null,
      effectiveAt: at,
      source: 'sweep',
    })
  })
}

/** Changes of the balance that no refund or dispute of ours explains, and no top-up of the same amount that admins booked. */
async function listUnexplained({ database, mode, now }: Deps): Promise<Difference[]> {
  const before = new Date(now().getTime() - savedWithinMs)
  const rows = await database.rows(
    z.object({ key: z.string(), theirs: z.string() }),
    sql`select key, kobo::text as theirs from (
          select cause || ' ' || coalesce(cause_id, change_id) as key, sum(difference_kobo) as kobo,
            row_number() over (partition by cause, sum(difference_kobo) order by min(at)) as number
          from balance_change where mode = ${mode} and not is_booked and at < ${before}
          group by cause, coalesce(cause_id, change_id) having sum(difference_kobo) <> 0) change
        where key not like 'other %' or number > (
          select count(*) from ledger_entry
          where campaign_id = ${platformCampaign} and mode = ${mode} and kind = 'top_up' and provider_balance_kobo = kobo)`,
  )
  return rows.map((row) => ({ kind: 'deduction-without-entry', ours: null, ...row }))
}
