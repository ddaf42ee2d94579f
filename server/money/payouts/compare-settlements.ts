import * as z from 'zod/mini'

import { sql } from '../../platform/database/sql.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import { type Difference, saveDifferences, unreadableDifferences } from '../ledger/differences.ts'
import type { ProviderPayment, ProviderSettlement } from '../../providers/payments/payments.ts'
import { openSweep } from '../../platform/queue/sweep.ts'
import { toLines } from './settlement-lines.ts'
import { dividedWithinMs, isOfParty } from './settlements.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>
type Code = string | null

/** All settlements of each party are compared within this time; a difference again the next night. */
const historyPeriod = '30 days'
const differencePeriod = '20 hours'
/** Leaves the rest to the next hour. */
const budgetMs = 5 * 60_000
/** The provider may correct the hour of a date after the payout. */
const datedWithinMs = 86_400_000

export function settlementComparison(deps: Deps) {
  return {
    /**
     * Compares all that was ever booked as paid out to each party that is due with all settlements that the provider lists, both ways.
     * The hourly sweep reads the settlements of the last weeks only. Answers the number of parties.
     */
    async compareSettlements(): Promise<number> {
      const startedAt = performance.now()
      const sweep = await openSweep(deps, 'compared settlements of a party')
      let compared = 0
      for (const code of await listDueParties(deps)) {
        const isDone = await sweep.run(code ?? 'main', () => compareParty(deps, code))
        if (isDone) compared += 1
        if (performance.now() - startedAt > budgetMs) break
      }
      return compared
    },
  }
}

/** Parties that were asked for before, or are only named by a settlement of ours. */
async function listDueParties({ database, mode, now }: Deps): Promise<Code[]> {
  const at = now()
  const parties = await database.rows(
    z.object({ code: z.nullable(z.string()) }),
    sql`
    with known as (
      select 'main' as party from settlement where mode = ${mode} and sub_account_code is null
      union select sub_account_code from sub_account_campaign where mode = ${mode}
      union select sub_account_code from settlement where mode = ${mode} and sub_account_code is not null
      union select party from reconciled_party where mode = ${mode})
    select nullif(known.party, 'main') as code from known
    left join reconciled_party done on done.mode = ${mode} and done.party = known.party
    where not exists (
        select from sub_account_campaign where mode = ${mode} and sub_account_code = known.party and asked_at is null)
      and (done.compared_at is null or done.compared_at < ${at}::timestamptz - ${historyPeriod}::interval
        or (done.compared_at < ${at}::timestamptz - ${differencePeriod}::interval and exists (
          select from ledger_difference difference
          where difference.mode = ${mode} and scope = 'all settlements of ' || known.party and state <> 'resolved')))
    order by done.compared_at nulls first, known.party`,
  )
  return parties.map(({ code }) => code)
}

async function compareParty(deps: Deps, code: Code): Promise<boolean> {
  const { database, mode, now, payments } = deps
  const at = now()
  const listed = new Map<number, ProviderSettlement>()
  const { differences: unreadable, onUnreadable } = unreadableDifferences()
  for await (const found of payments.settlements.listSince(new Date(0), code, onUnreadable))
    if (found.mode === mode) listed.set(found.settlementId, found)
  const ours = await listOurs(deps, code)
  const ids = new Set(ours.map(({ id }) => id))
  const unknown = [...listed.values()].filter(({ settlementId }) => !ids.has(settlementId))
  await saveDifferences(deps, `all settlements of ${code ?? 'main'}`, [
    ...ours.flatMap((settlement) => compare(settlement, listed.get(settlement.id))),
    ...(await findMissing(deps, code, unknown)),
    ...unreadable,
  ])
  await database.run(sql`
    insert into reconciled_party (mode, party, compared_at) values (${mode}, ${code ?? 'main'}, ${at})
    on conflict (mode, party) do update set compared_at = excluded.compared_at`)
  return true
}

const ourSchema = z.object({
  id: z.int(),
  status: z.string(),
  booked: z.int(),
  entries: z.int(),
  effectiveAt: z.nullable(z.date()),
})
type Our = z.output<typeof ourSchema>

/** What the ledger has for each settlement of the party. An entry without a settlement violates an invariant. */
function listOurs({ database, mode }: Deps, code: Code): Promise<Our[]> {
  const campaigns =
    code === null
      ? sql`select 'platform'`
      : sql`
        select campaign_id from sub_account_campaign where mode = ${mode} and sub_account_code = ${code}
        union select line.campaign_id from settlement paid join settlement_line line using (mode, settlement_id)
        where paid.mode = ${mode} and paid.sub_account_code = ${code}`
  // A forged settlement may give a sub-account the name by which the main account is compared.
  const isOfCode =
    code === null
      ? sql`(sub_account_code is null or sub_account_code = 'main')`
      : sql`sub_account_code = ${code}`
  return database.rows(
    ourSchema,
    sql`
    with booked as (
      select split_part(effect_key, ':', 3)::bigint as settlement_id, sum(paid_out_kobo + platform_bank_kobo)::bigint as kobo,
        count(*)::integer as entries, min(effective_at) as effective_at
      from ledger_entry
      where mode = ${mode} and kind = ${code === null ? 'platform_payout' : 'payout'} and campaign_id in (${campaigns})
      group by 1)
    select settlement_id as id, status, coalesce(booked.kobo, 0)::bigint as booked, coalesce(booked.entries, 0) as entries,
      booked.effective_at as "effectiveAt"
    from settlement left join booked using (settlement_id)
    where mode = ${mode} and ${isOfCode}`,
  )
}

function compare(
  { id, status, booked, entries, effectiveAt }: Our,
  listed: ProviderSettlement | undefined,
): Difference[] {
  const key = String(id)
  const kind = 'settlement-differs'
  if (!listed) return [{ kind, key, ours: String(booked), theirs: null }]
  // The sweep asks for open settlements until they are paid, and books them.
  if (status !== 'success' && listed.status === 'success') return []
  const paid = listed.status === 'success' && listed.currency === 'NGN' ? listed.effective : 0
  if (booked !== paid)
    return [{ kind, key, ours: String(booked), theirs: `${paid} ${listed.status}` }]
  const { settledAt } = listed
  // A settlement that was corrected has entries of several dates.
  if (entries !== 1 || !effectiveAt || !settledAt) return []
  const isDated = Math.abs(effectiveAt.getTime() - settledAt.getTime()) <= datedWithinMs
  const sides = { ours: effectiveAt.toISOString(), theirs: settledAt.toISOString() }
  return isDated ? [] : [{ kind: 'date-differs', key, ...sides }]
}

/** Settlements that the provider paid to the party, and that we do not have. Each is read on its own. */
async function findMissing(
  deps: Deps,
  code: Code,
  unknown: readonly ProviderSettlement[],
): Promise<Difference[]> {
  const { payments, now } = deps
  const sweep = await openSweep(deps, 'compared settlement')
  const known = await listKnown(deps, unknown)
  const before = now().getTime() - dividedWithinMs
  const differences: Difference[] = []
  for (const settlement of unknown) {
    const { settlementId, status, settledAt, effective } = settlement
    const isRecent = settledAt === null || settledAt.getTime() >= before
    if (known.has(settlementId) || status !== 'success' || isRecent) continue
    const key = String(settlementId)
    const isMissing = await sweep.run(key, async () => {
      const found: ProviderPayment[] = []
      for await (const payment of payments.settlements.listPayments(settlementId))
        found.push(payment)
      const read = await toLines(deps, found, code)
      return isOfParty(deps, { ...settlement, subAccountCode: code }, found, read)
    })
    if (isMissing)
      differences.push({
        kind: 'settlement-differs',
        key,
        ours: null,
        theirs: `${effective} success`,
      })
  }
  return differences
}

/** The provider may ignore the filter of its list, which then has settlements of other parties. */
async function listKnown(
  { database, mode }: Deps,
  settlements: readonly ProviderSettlement[],
): Promise<Set<number>> {
  const ids = settlements.map(({ settlementId }) => settlementId)
  const rows = await database.rows(
    z.object({ id: z.int() }),
    sql`select settlement_id as id from settlement where mode = ${mode} and settlement_id = any(${ids}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => id))
}
