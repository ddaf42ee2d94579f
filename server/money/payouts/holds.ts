import * as z from 'zod/mini'

import type { Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { toPostings } from '../ledger/chart.ts'
import { bookEntry, lockPosition } from '../ledger/book-entry.ts'
import type { LedgerDeps, PaymentDeps } from '../ledger/provider-report.ts'
import type { SubAccountPayouts } from '../../providers/payments/payments.ts'
import { getRetryDelay } from '../../platform/queue/sweep.ts'
import { selectStops } from './payout-stops.ts'

type Deps = LedgerDeps & Pick<PaymentDeps, 'payments'>

/** A hold that is in force is read back this often, because it can be released on the provider's pages. */
const checkedMs = 3_600_000
/** What was decided while the provider was asked is applied at once. */
const maxTurns = 5

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
    /** Holds the payouts of campaigns with a stop at the provider, reads back whether they are held, and releases them later. */
    async applyPayoutHolds(): Promise<void> {
      for (let turn = 0, isOutdated = true; isOutdated && turn < maxTurns; turn++) {
        await requestHolds(deps)
        const changed = []
        for (const hold of await listDue(deps)) changed.push(await applyHold(deps, hold))
        isOutdated = changed.includes('outdated')
      }
    },
  }
}

/**
 * One for each sub-account of a campaign with a stop, also for the one of an account number, because a transfer can be paid out before it is
 * reported, and for one that was on hold before, which a freeze does not name. A released one starts over.
 */
async function requestHolds({ database, mode, now }: Deps): Promise<void> {
  const at = now()
  await database.run(sql`
    insert into payout_hold as known (mode, campaign_id, sub_account_code, state, requested_at, next_attempt_at)
    select ${mode}, campaign_id, code, 'requested', ${at}::timestamptz, ${at}::timestamptz
    from (
      select campaign_id, sub_account_code as code from ${selectStops(at)} stop where sub_account_code is not null
      union
      select stop.campaign_id, donation.sub_account_code
      from ${selectStops(at)} stop join donation on donation.campaign_id = stop.campaign_id and donation.mode = ${mode}
      union
      select stop.campaign_id, payee.sub_account_code
      from ${selectStops(at)} stop join account_number_payee payee on payee.campaign_id = stop.campaign_id and payee.mode = ${mode}
      union
      select stop.campaign_id, earlier.sub_account_code
      from ${selectStops(at)} stop join payout_hold earlier on earlier.campaign_id = stop.campaign_id and earlier.mode = ${mode}) account
    order by campaign_id, code
    on conflict (mode, campaign_id, sub_account_code) do update set
      state = 'requested', requested_at = excluded.requested_at, next_attempt_at = excluded.next_attempt_at, attempts = 0
    where known.state = 'released'`)
}

/** Whether the campaign has a stop, and whether another one has that shares the sub-account. */
const selectWanted = (now: Date) => sql`
  select exists (select from ${selectStops(now)} stop where stop.campaign_id = hold.campaign_id) as is_wanted, exists (
    select from payout_hold other join ${selectStops(now)} stop using (campaign_id)
    where other.mode = hold.mode and other.sub_account_code = hold.sub_account_code
      and other.campaign_id <> hold.campaign_id) as is_shared`

const holdColumns = sql`campaign_id as "campaignId", sub_account_code as code, state, attempts, entries,
  is_wanted as "isWanted", is_shared as "isShared"`

function listDue({ database, mode, now }: Deps): Promise<Hold[]> {
  return database.rows(
    holdSchema,
    sql`select ${holdColumns} from payout_hold hold cross join lateral (${selectWanted(now())}) wanted
        where mode = ${mode} and state <> 'released' and (next_attempt_at <= ${now()} or (state = 'in-force' and not is_wanted and attempts = 0))
        order by next_attempt_at limit 200`,
  )
}

/** The row as it is after the provider was asked, locked until the answer is saved. */
function lockHold({ mode, now }: Deps, queries: Transaction, { campaignId, code }: Hold) {
  return queries.row(
    z.extend(holdSchema, { state: z.enum(['requested', 'in-force', 'failed', 'released']) }),
    sql`select ${holdColumns} from payout_hold hold cross join lateral (${selectWanted(now())}) wanted
        where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code = ${code} for update of hold`,
  )
}

/** The provider's word counts, so a failed call is no hold even if it had its effect: it is read back later. */
async function applyHold(deps: Deps, hold: Hold): Promise<'outdated' | undefined> {
  const { subAccounts } = deps.payments
  const isCheck = hold.isWanted ? isReadBack(hold) : hold.isShared
  try {
    const seen = isCheck
      ? await subAccounts.find(hold.code)
      : await subAccounts.setPayouts(hold.code, hold.isWanted ? 'hold' : 'release')
    if (seen === undefined) throw new Error('the provider has no such sub-account')
    return await saveSeen(deps, hold, seen)
  } catch (error) {
    await saveFailure(deps, hold, String(error))
    return undefined
  }
}

/** A stop that was started or released while the provider was asked is applied by another turn. */
function saveSeen(
  deps: Deps,
  hold: Hold,
  seen: SubAccountPayouts,
): Promise<'outdated' | undefined> {
  return deps.database.transaction(async (queries) => {
    const current = await lockHold(deps, queries, hold)
    if (!current) throw new Error('a hold was deleted')
    const { isWanted, isShared } = current
    const isOutdated = hasChanged(hold, current)
    // A sub-account stays stopped while another campaign with a stop shares it, and this campaign's hold ends all the same.
    const isHeld = seen.isHeld && (isWanted || !isShared)
    if (!isWanted && isHeld && (isOutdated || current.state === 'released')) {
      await saveUnwanted(deps, queries, hold)
      return 'outdated'
    }
    if (isHeld !== isWanted && !isOutdated && !isReadBack(hold)) {
      const reason = `the provider shows: ${toWords(seen)}`
      await saveFailure({ ...deps, database: queries }, hold, reason, toWords(seen))
      return undefined
    }
    await saveState(deps, queries, { ...hold, isWanted, entries: current.entries, isHeld, seen })
    return isOutdated ? 'outdated' : undefined
  })
}

const hasChanged = (before: Hold, { isWanted, isShared }: Pick<Hold, 'isWanted' | 'isShared'>) =>
  isWanted !== before.isWanted || isShared !== before.isShared

/** The account is looked at and not changed. */
const isReadBack = ({ isWanted, state }: Hold) => isWanted && state === 'in-force'

const toWords = ({ isActive, schedule }: SubAccountPayouts) =>
  `${isActive ? 'active' : 'inactive'}, ${schedule}`

/** Another process released the account, and the request of this one came later. The next turn releases it again. */
const saveUnwanted = ({ mode, now }: Deps, queries: Transaction, { campaignId, code }: Hold) =>
  queries.run(sql`
    update payout_hold set state = 'in-force', reason = null, attempts = 0, checked_at = ${now()}, next_attempt_at = ${now()},
      in_force_since = coalesce(in_force_since, ${now()}::timestamptz)
    where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code = ${code}`)

type Shown = Omit<Hold, 'state'> & { isHeld: boolean; seen: SubAccountPayouts }

async function saveState(deps: Deps, queries: Transaction, shown: Shown): Promise<void> {
  const { mode, now } = deps
  const { campaignId, code, isWanted, isHeld, seen } = shown
  const at = now()
  const isWhole = isHeld && !(await isPaidElsewhere(deps, queries, shown))
  const entries = await bookHold(deps, queries, shown, isWhole)
  const state = isHeld ? 'in-force' : isWanted ? 'failed' : 'released'
  const reason = state === 'failed' ? `released at the provider: ${toWords(seen)}` : null
  await queries.run(sql`
    update payout_hold set state = ${state}, reason = ${reason}, seen = ${toWords(seen)}, checked_at = ${at}, attempts = 0,
      entries = ${entries}, next_attempt_at = ${new Date(at.getTime() + (state === 'failed' ? 0 : checkedMs))},
      in_force_since = case when ${isHeld} then coalesce(in_force_since, ${at}::timestamptz) end
    where mode = ${mode} and campaign_id = ${campaignId} and sub_account_code = ${code}`)
}

/** Another sub-account of the campaign is not on hold, and the ledger does not know which part of the balance it pays out. */
async function isPaidElsewhere(
  { mode }: Deps,
  queries: Transaction,
  { campaignId, code }: Pick<Hold, 'campaignId' | 'code'>,
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
  { database, mode, now }: Pick<Deps, 'mode' | 'now'> & { database: Pick<Transaction, 'run'> },
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
  { campaignId, code, entries }: Pick<Hold, 'campaignId' | 'code' | 'entries'>,
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
