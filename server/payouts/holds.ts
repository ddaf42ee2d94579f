import * as z from 'zod/mini'

import type { Transaction } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { toPostings } from '../ledger/chart/postings.ts'
import { bookEntry } from '../ledger/entries/book-entry.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/entries/ledger-deps.ts'
import { lockPosition } from '../ledger/entries/position-lock.ts'
import type { SubAccountPayouts } from '../providers/payments/sub-accounts.ts'
import { getRetryDelay } from '../queue/sweep.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

/** A hold that is in force is read back this often, because it can be released on the provider's pages. */
const checkedMs = 3_600_000

const holdSchema = z.object({
  campaignId: z.string(),
  code: z.string(),
  state: z.enum(['requested', 'in-force', 'failed']),
  attempts: z.int(),
  entries: z.int(),
  isWanted: z.boolean(),
  isShared: z.boolean(),
})
type Hold = z.output<typeof holdSchema>

export function payoutHolds(deps: Deps) {
  return {
    /** Stops the payouts of frozen campaigns at the provider, reads back whether they are stopped, and releases them later. */
    async applyPayoutHolds(): Promise<void> {
      await requestHolds(deps)
      for (const hold of await listDue(deps)) await applyHold(deps, hold)
    },
  }
}

/** One for each sub-account of a frozen campaign. A released one starts over. */
async function requestHolds({ database, mode, now }: Deps): Promise<void> {
  const at = now()
  await database.run(sql`
    insert into payout_hold as known (mode, campaign_id, sub_account_code, state, requested_at, next_attempt_at)
    select distinct ${mode}, donation.campaign_id, donation.sub_account_code, 'requested', ${at}::timestamptz, ${at}::timestamptz
    from campaign_freeze join donation on donation.campaign_id = campaign_freeze.campaign_id and donation.mode = ${mode}
    on conflict (mode, campaign_id, sub_account_code) do update set
      state = 'requested', requested_at = excluded.requested_at, next_attempt_at = excluded.next_attempt_at, attempts = 0
    where known.state = 'released'`)
}

function listDue({ database, mode, now }: Deps): Promise<Hold[]> {
  return database.rows(
    holdSchema,
    sql`select campaign_id as "campaignId", sub_account_code as code, state, attempts, entries, is_wanted as "isWanted", is_shared as "isShared"
        from payout_hold hold
        cross join lateral (
          select exists (select from campaign_freeze where campaign_freeze.campaign_id = hold.campaign_id) as is_wanted, exists (
            select from payout_hold other join campaign_freeze using (campaign_id)
            where other.mode = hold.mode and other.sub_account_code = hold.sub_account_code
              and other.campaign_id <> hold.campaign_id) as is_shared) wanted
        where mode = ${mode} and state <> 'released' and (next_attempt_at <= ${now()} or (state = 'in-force' and not is_wanted and attempts = 0))
        order by next_attempt_at limit 200`,
  )
}

/** The provider's word counts, so a failed call is no hold even if it had its effect: it is read back later. */
async function applyHold(deps: Deps, hold: Hold): Promise<void> {
  const { subAccounts } = deps.payments
  const isCheck = hold.isWanted ? hold.state === 'in-force' : hold.isShared
  try {
    const seen = isCheck
      ? await subAccounts.find(hold.code)
      : await subAccounts.setPayouts(hold.code, hold.isWanted ? 'hold' : 'release')
    if (seen === undefined) throw new Error('the provider has no such sub-account')
    await saveSeen(deps, hold, seen)
  } catch (error) {
    await saveFailure(deps, hold, String(error))
  }
}

async function saveSeen(deps: Deps, hold: Hold, seen: SubAccountPayouts): Promise<void> {
  const { database, mode, now } = deps
  const { campaignId, code, isWanted } = hold
  const words = `${seen.isActive ? 'active' : 'inactive'}, ${seen.schedule}`
  // A sub-account stays stopped while another frozen campaign shares it, and this campaign's hold ends all the same.
  const isHeld = seen.isHeld && (isWanted || !hold.isShared)
  const isCheck = isWanted && hold.state === 'in-force'
  if (isHeld !== isWanted && !isCheck)
    return saveFailure(deps, hold, `the provider shows: ${words}`, words)
  const at = now()
  await database.transaction(async (queries) => {
    const isWhole = isHeld && !(await isPaidElsewhere(deps, queries, hold))
    const entries = await bookHold(deps, queries, hold, isWhole)
    const state = isHeld ? 'in-force' : isWanted ? 'failed' : 'released'
    const reason = state === 'failed' ? `released at the provider: ${words}` : null
    await queries.run(sql`
      update payout_hold set state = ${state}, reason = ${reason}, seen = ${words}, checked_at = ${at}, attempts = 0,
        entries = ${entries}, next_attempt_at = ${new Date(at.getTime() + (state === 'failed' ? 0 : checkedMs))},
        in_force_since = case when ${isHeld} then coalesce(in_force_since, ${at}::timestamptz) end
      where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code = ${code}`)
  })
}

/** Another sub-account of the campaign is not on hold, and the ledger does not know which part of the balance it pays out. */
async function isPaidElsewhere(
  { mode }: Deps,
  queries: Transaction,
  { campaignId, code }: Hold,
): Promise<boolean> {
  const other = await queries.row(
    z.object({}),
    sql`select from payout_hold
        where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code <> ${code} and state in ('requested', 'failed')
        limit 1`,
  )
  return other !== undefined
}

/** While the outcome of a release is unknown, the hold stays in force in the ledger. */
async function saveFailure(
  { database, mode, now }: Deps,
  { campaignId, code, state, attempts, isWanted }: Hold,
  reason: string,
  seen: string | null = null,
): Promise<void> {
  const at = now()
  const next = new Date(at.getTime() + getRetryDelay(attempts + 1))
  const failed = isWanted && state !== 'in-force' ? 'failed' : state
  await database.run(sql`
    update payout_hold set state = ${failed}, reason = ${reason.slice(0, 500)}, seen = coalesce(${seen}, seen),
      checked_at = ${at}, attempts = attempts + 1, next_attempt_at = ${next}
    where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code = ${code}`)
}

/** Moves the whole balance of the campaign: donations that arrived since the last time as well. Answers the number of entries. */
async function bookHold(
  deps: Deps,
  queries: Transaction,
  { campaignId, code, entries }: Hold,
  isHeld: boolean,
): Promise<number> {
  const { mode, now } = deps
  const position = await lockPosition(queries, { campaignId, mode })
  const kind = isHeld ? 'hold' : 'release'
  if ((isHeld ? position.payableDue : position.payableHeld) === 0) return entries
  await bookEntry(deps, queries, {
    kind,
    effectKey: `${kind}:${mode}:${code}:${entries}`,
    campaignId,
    postings: toPostings[kind](position),
    memo: null,
    effectiveAt: now(),
    source: 'check',
  })
  return entries + 1
}
