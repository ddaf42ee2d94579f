import * as z from 'zod/mini'

import { type PaymentMode, paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { type RefundProblem, type RefundState, refundStates } from '#shared/refund.ts'

import {
  type Database,
  type Queries,
  type Transaction,
  isDuplicate,
} from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import { findRefundable } from './refundable-amounts.ts'

/** A process that is killed holds a refund for this long. A living one renews the lease while it waits for the provider. */
export const leaseSeconds = 30

export const refundRowSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  donationId: z.string(),
  mode: z.enum(paymentModes),
  amount: koboSchema,
  withheldFee: koboSchema,
  reason: z.string(),
  requestedBy: z.enum(['owner', 'admin', 'donor']),
  requestedByUid: z.nullable(z.string()),
  /** Another person has to agree before it is sent. */
  awaitsSecond: z.boolean(),
  cause: z.enum(['request', 'cancellation']),
  state: z.enum(refundStates),
  refusal: z.nullable(z.string()),
  refundId: z.nullable(z.int()),
  attempts: z.int(),
  failures: z.int(),
  misses: z.int(),
  leaseToken: z.nullable(z.string()),
  bodyHash: z.instanceof(Buffer),
})
export type RefundRow = z.output<typeof refundRowSchema>

export const refundColumns = sql`
  refund.campaign_id as "campaignId", refund.id, refund.donation_id as "donationId", refund.mode, refund.amount_kobo as amount,
  refund.withheld_fee_kobo as "withheldFee", refund.reason, refund.requested_by as "requestedBy",
  refund.requested_by_uid as "requestedByUid", refund.needs_second and refund.agreed_by is null as "awaitsSecond", refund.cause, refund.state,
  refund.refusal, refund.refund_id as "refundId", refund.attempts, refund.failures, refund.misses, refund.lease_token as "leaseToken",
  refund.body_hash as "bodyHash"`

/** The time of the database, to which all times of the table belong. */
const inSeconds = (seconds: number): Sql =>
  sql`clock_timestamp() + make_interval(secs => ${seconds})`
export const leaseEnd = inSeconds(leaseSeconds)

/** Claims the refund that is due for the longest time. Its lease ends by itself when the process is killed. */
export function claimDue(database: Database, mode: PaymentMode): Promise<RefundRow | undefined> {
  return database.row(
    refundRowSchema,
    sql`update refund set lease_token = gen_random_uuid(), lease_until = ${leaseEnd}
        where (campaign_id, id) in (
          select campaign_id, id from refund ${isDue(mode)}
          order by next_attempt_at, id limit 1 for update skip locked)
        returning ${refundColumns}`,
  )
}

export async function hasDue(database: Database, mode: PaymentMode): Promise<boolean> {
  const due = await database.row(z.object({}), sql`select from refund ${isDue(mode)} limit 1`)
  return due !== undefined
}

const isDue = (mode: PaymentMode) => sql`
  where next_attempt_at <= clock_timestamp() and mode = ${mode}
    and (lease_until is null or lease_until <= clock_timestamp())`

/** Enqueued when a refund is held because of a cap: the payouts of its campaign are stopped at once. */
export const holdOverCapsTask = 'hold-payouts-over-caps'

/** Held while a return is compared with the caps and stored, so that the next one counts it. */
export const lockRefundCaps = ({ run }: Transaction, mode: PaymentMode) =>
  run(sql`select pg_advisory_xact_lock(hashtextextended(${`refund caps ${mode}`}, 0))`)

export type RefundChange = {
  problem?: RefundProblem | null
  refusal?: string
  refundId?: number
  /** What the provider says that it refunds, which may be another part than was asked. */
  amount?: number
  /** When a job looks at the refund again, unless the new state is closed. */
  afterSeconds?: number
  hasFailed?: boolean
  /** The same process continues with the refund. */
  keepsLease?: boolean
}

/**
 * Makes a transition, and returns the changed refund. Undefined if another process has changed the refund or taken its lease, so that
 * a late answer never overwrites a newer state.
 */
export async function changeRefund(
  queries: Queries,
  refund: RefundRow,
  event: RefundEvent,
  change: RefundChange = {},
): Promise<RefundRow | undefined> {
  const to = findNextState(refund.state, event)
  if (!to) throw new Error(`a refund cannot go from ${refund.state} by ${event}`)
  const { problem = null, refusal = null, refundId = null, afterSeconds = 0, hasFailed } = change
  const amount = change.amount ?? null
  const next = closedStates.includes(to) ? sql`null` : inSeconds(afterSeconds)
  const isSending = event === 'send'
  return queries.row(
    refundRowSchema,
    sql`update refund set state = ${to}, problem = ${problem}, refusal = coalesce(${refusal}, refusal),
          refund_id = coalesce(${refundId}::bigint, refund_id), amount_kobo = coalesce(nullif(${amount}::bigint, 0), amount_kobo),
          next_attempt_at = ${next},
          attempts = attempts + ${Number(isSending)}, failures = ${event === 'reopen' ? sql`0` : sql`failures + ${Number(Boolean(hasFailed))}`},
          ${isSending ? sql`sent_at = clock_timestamp(),` : sql``} changed_at = clock_timestamp(), misses = 0,
          ${change.keepsLease ? sql`lease_until = ${leaseEnd}` : sql`lease_token = null, lease_until = null`}
        where campaign_id = ${refund.campaignId} and id = ${refund.id} and state = ${refund.state} and ${holdsLease(refund)}
        returning ${refundColumns}`,
  )
}

/** The same for 'send'. Another refund of the same payment prevents it while its call is under way or in doubt. */
export const startSending = (queries: Queries, refund: RefundRow, afterSeconds: number) =>
  changeRefund(queries, refund, 'send', { afterSeconds, problem: 'answer-lost', keepsLease: true })

export const isInFlight = (error: unknown) => isDuplicate(error, 'refund_in_flight')

export type Postponement = { afterSeconds: number; problem?: RefundProblem | null; misses?: number }

/** Keeps the state and looks again later. Only the holder of the lease may do so. */
export async function postponeRefund(
  queries: Queries,
  refund: RefundRow,
  { afterSeconds, problem, misses = refund.misses }: Postponement,
): Promise<void> {
  await queries.run(sql`
    update refund set next_attempt_at = ${inSeconds(afterSeconds)}, lease_token = null, lease_until = null,
      problem = ${problem === undefined ? sql`problem` : sql`${problem}::text`}, misses = ${misses}
    where campaign_id = ${refund.campaignId} and id = ${refund.id} and lease_token = ${refund.leaseToken}::uuid`)
}

/** Without a token the caller acts on what the provider reported, and only the state decides. */
const holdsLease = ({ leaseToken }: RefundRow) =>
  leaseToken === null ? sql`true` : sql`lease_token = ${leaseToken}::uuid`

/** Renews the lease until it is disposed. `isHeld` is false once the lease may have ended, however long the process was stopped. */
export function keepLease(database: Database, { campaignId, id, leaseToken }: RefundRow) {
  let renewedAt = performance.now()
  const renew = async () => {
    const startedAt = performance.now()
    const renewed = await database.run(sql`
      update refund set lease_until = ${leaseEnd}
      where campaign_id = ${campaignId} and id = ${id} and lease_token = ${leaseToken}::uuid`)
    if (renewed === 1) renewedAt = startedAt
  }
  const timer = setInterval(() => void renew().catch(() => {}), (leaseSeconds * 1_000) / 3)
  timer.unref()
  return {
    isHeld: () => performance.now() - renewedAt < (leaseSeconds * 1_000) / 2,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

type RefundEvent =
  | 'send'
  | 'accept'
  | 'miss'
  | 'postpone'
  | 'hold'
  | 'release'
  | 'process'
  | 'fail'
  | 'retry'
  | 'ask-donor'
  | 'give-up'
  | 'reopen'

type RefundTransition = { from: RefundState; event: RefundEvent; to: RefundState }

/** All transitions of a refund. Others are refused. */
export const refundTransitions: readonly RefundTransition[] = [
  { from: 'requested', event: 'send', to: 'sent' },
  { from: 'sent', event: 'accept', to: 'known' },
  // The provider's lists do not have it after the time in which they catch up.
  { from: 'sent', event: 'miss', to: 'requested' },
  // The provider refused for now.
  { from: 'sent', event: 'postpone', to: 'requested' },
  { from: 'sent', event: 'give-up', to: 'given-up' },
  { from: 'known', event: 'process', to: 'processed' },
  { from: 'known', event: 'fail', to: 'failed' },
  { from: 'known', event: 'ask-donor', to: 'needs-attention' },
  // With the donor's bank account.
  { from: 'needs-attention', event: 'accept', to: 'known' },
  { from: 'needs-attention', event: 'process', to: 'processed' },
  { from: 'needs-attention', event: 'fail', to: 'failed' },
  { from: 'needs-attention', event: 'give-up', to: 'given-up' },
  { from: 'failed', event: 'retry', to: 'requested' },
  { from: 'failed', event: 'give-up', to: 'given-up' },
  { from: 'requested', event: 'hold', to: 'held' },
  { from: 'held', event: 'release', to: 'requested' },
  { from: 'requested', event: 'give-up', to: 'given-up' },
  { from: 'held', event: 'give-up', to: 'given-up' },
  // An earlier attempt was found before another one is sent.
  { from: 'requested', event: 'accept', to: 'known' },
  // The provider may correct itself, also after it reported a failure or the end.
  { from: 'requested', event: 'process', to: 'processed' },
  { from: 'held', event: 'process', to: 'processed' },
  { from: 'failed', event: 'process', to: 'processed' },
  { from: 'given-up', event: 'process', to: 'processed' },
  { from: 'processed', event: 'fail', to: 'failed' },
  // By an admin.
  { from: 'given-up', event: 'reopen', to: 'requested' },
]

function findNextState(from: RefundState, event: RefundEvent): RefundState | undefined {
  return refundTransitions.find((rule) => rule.from === from && rule.event === event)?.to
}

/** States that no scheduled job leaves. The database demands a next time of all others. */
export const closedStates: readonly RefundState[] = ['processed', 'given-up']

type ReopenOutcome = 'reopened' | 'already-resolved' | 'refund-too-large'

/**
 * Requests a refund again that was given up. The donation's row is locked, so that no two refunds take the same money: each would find it
 * reserved for the other, and both would be given up.
 */
export async function reopenRefund(
  queries: Transaction,
  refund: RefundRow,
): Promise<ReopenOutcome> {
  const key = { campaignId: refund.campaignId, id: refund.donationId }
  await queries.run(
    sql`select from donation where campaign_id = ${key.campaignId} and id = ${key.id} for update`,
  )
  const left = (await findRefundable(queries, key, refund.id))?.amount ?? 0
  // A cancellation refunds what is left.
  const needed = refund.cause === 'cancellation' ? 1 : refund.amount
  if (left < needed) return 'refund-too-large'
  return (await changeRefund(queries, refund, 'reopen')) ? 'reopened' : 'already-resolved'
}

/** Nothing was sent to the provider, so that nothing can happen at the donor's bank. */
export async function stopRefund(
  queries: Transaction,
  { campaignId, id }: { campaignId: string; id: string },
): Promise<boolean> {
  const refund = await queries.row(
    refundRowSchema,
    sql`select ${refundColumns} from refund
        where campaign_id = ${campaignId} and id = ${id} and state in ('requested', 'held') and attempts = 0 for update`,
  )
  if (!refund) return false
  const anyLease = { ...refund, leaseToken: null }
  return (await changeRefund(queries, anyLease, 'give-up', { problem: 'stopped' })) !== undefined
}

/** A second person lets a large refund go, which may still wait for its day. False if it no longer waits for one. */
export async function agreeToRefund(
  queries: Transaction,
  { campaignId, id }: RefundRow,
  uid: string,
): Promise<boolean> {
  const agreed = await queries.run(sql`
    update refund set agreed_by = ${uid}, problem = case state when 'held' then problem end,
      next_attempt_at = case state when 'held' then clock_timestamp() else next_attempt_at end
    where campaign_id = ${campaignId} and id = ${id} and state in ('requested', 'held') and needs_second and agreed_by is null`)
  return agreed > 0
}
