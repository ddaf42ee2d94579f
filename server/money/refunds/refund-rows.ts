import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'

import { paymentModes, type PaymentMode } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import {
  type RefundProblem,
  type RefundState,
  refundStates,
  type RefundTimeline,
  refundTimelineSchema,
} from '#shared/refund.ts'

import {
  type Queries,
  type Database,
  type Transaction,
  isDuplicate,
} from '../../platform/database/database.ts'
import { type Sql, sql, takeLock } from '../../platform/database/sql.ts'
import type { DonationKey, PaymentDeps } from '../ledger/provider-report.ts'
import type { Foundation } from '../../providers/foundation.ts'
import type { Config } from '../../platform/config/config.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { Log } from '../../platform/runtime/log.ts'

const refundableSchema = z.object({
  mode: z.enum(paymentModes),
  amount: z.int(),
  charged: z.int(),
  fee: z.int(),
  paidAt: z.date(),
  isDisputed: z.boolean(),
})
/** `amount` can still be refunded of what was charged; `fee` is what the provider took, or the quoted fee until it is known. */
export type Refundable = z.output<typeof refundableSchema>

/** Undefined for a donation that is not paid. The amount of the refund `exceptId` is not reserved. */
export function findRefundable(
  queries: Queries,
  { campaignId, id }: DonationKey,
  exceptId?: string,
): Promise<Refundable | undefined> {
  return queries.row(
    refundableSchema,
    sql`select * from (${refundableAmounts(campaignId, exceptId)}) donation where id = ${id}`,
  )
}

/**
 * Per paid donation of a campaign, what can still be refunded: the charge minus our refunds with the fees that donors lost by them,
 * other refunds at the provider that have not failed, chargebacks and bank reversals. A refund of ours that failed keeps its amount,
 * because it is sent again. A refund of another payment of the reference takes nothing. A report can name a refund of ours whose answer
 * has not come. Columns: id and those of `Refundable`.
 */
export const refundableAmounts = (campaignId: string, exceptId?: string): Sql => sql`
    select charge.donation_id as id, charge.mode, charge.effective_at as "paidAt",
      (-charge.donor_kobo)::bigint as charged,
      coalesce(
        known.fees_kobo,
        (select quoted_fee_kobo from donation where donation.campaign_id = charge.campaign_id and donation.id = charge.donation_id)
      )::bigint as fee,
      (-charge.donor_kobo
        - (select coalesce(sum(amount_kobo + withheld_fee_kobo), 0) from refund
           where refund.campaign_id = charge.campaign_id and refund.donation_id = charge.donation_id and state <> 'given-up'
             and id is distinct from ${exceptId ?? null}::uuid)
        - (select coalesce(sum(amount_kobo), 0) from provider_refund report
           where report.campaign_id = charge.campaign_id and report.donation_id = charge.donation_id and status <> 'failed'
             and report.transaction_id = charge.transaction_id
             and not exists (
              select from refund
              where refund.campaign_id = report.campaign_id and refund.mode = report.mode and refund.refund_id = report.refund_id
                and (refund.state <> 'given-up' or refund.id = ${exceptId ?? null}::uuid))
             and not exists (
              select from refund
              where refund.campaign_id = report.campaign_id and refund.donation_id = report.donation_id
                and starts_with(report.merchant_note, 'Ajo ' || refund.id)
                and (refund.state in ('requested', 'held', 'sent', 'failed') or refund.id = ${exceptId ?? null}::uuid))
             and not exists (
              select from provider_dispute dispute
              where dispute.campaign_id = report.campaign_id and dispute.mode = report.mode
                and dispute.dispute_id = report.dispute_id and dispute.status in ('resolved', 'archived')
                and dispute.resolution in ('merchant-accepted', 'auto-accepted')))
        - (select coalesce(sum(donor_kobo), 0) from ledger_entry entry
           where entry.campaign_id = charge.campaign_id and entry.donation_id = charge.donation_id
             and kind in ('chargeback', 'bank_reversal')))::bigint as amount,
      exists (
        select from provider_dispute dispute
        where dispute.campaign_id = charge.campaign_id and dispute.donation_id = charge.donation_id
          and status not in ('resolved', 'archived')) as "isDisputed"
    from ledger_entry charge
    left join provider_payment known on known.campaign_id = charge.campaign_id and known.donation_id = charge.donation_id
    where charge.campaign_id = ${campaignId} and charge.kind = 'charge'`

/** A process that is killed holds a refund for this long. A living one renews the lease while it waits for the provider. */
const leaseSeconds = 30

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
  return database.exists(sql`select from refund ${isDue(mode)} limit 1`)
}

const isDue = (mode: PaymentMode) => sql`
  where next_attempt_at <= clock_timestamp() and mode = ${mode}
    and (lease_until is null or lease_until <= clock_timestamp())`

/** Enqueued when a refund is held because of a cap: the payouts of its campaign are stopped at once. */
export const holdOverCapsTask = 'hold-payouts-over-caps'

/** Held while a return is compared with the caps and stored, so that the next one counts it. */
export const lockRefundCaps = ({ run }: Transaction, mode: PaymentMode) =>
  run(takeLock(`refund caps ${mode}`))

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

type Deps = { database: Database; mode: PaymentMode; refundsPerMinute: number }

/** What was not used in the last seconds may be used at once, so that late timers do not slow the whole down. */
const burstSeconds = 5

type RefundPace = ReturnType<typeof openRefundPace>

/** A rate limit on calls about refunds that all processes share. Its row is a token bucket, kept by the database's clock. */
export function openRefundPace({ database, mode, refundsPerMinute }: Deps) {
  const gapSeconds = 60 / refundsPerMinute
  let turn: Promise<unknown> = Promise.resolve()

  /** Seconds to wait, or 0 if the call may be made now. */
  const take = async (): Promise<number> => {
    const taken = await database.value(
      z.number(),
      sql`insert into refund_pace as pace (mode, next_at) values (${mode}, clock_timestamp())
          on conflict (mode) do update set
            next_at = greatest(pace.next_at, clock_timestamp() - make_interval(secs => ${burstSeconds}))
              + make_interval(secs => ${gapSeconds})
          where pace.next_at <= clock_timestamp()
          returning 0::float8`,
    )
    if (taken !== undefined) return 0
    const seconds = await database.value(
      z.number(),
      sql`select greatest(extract(epoch from next_at - clock_timestamp()), 0.001)::float8
          from refund_pace where mode = ${mode}`,
    )
    return seconds ?? gapSeconds
  }

  const waitForTurn = async (mayWait: () => boolean) => {
    for (;;) {
      const seconds = await take()
      if (seconds === 0) return true
      if (!mayWait()) return false
      await delay(Math.min(seconds, maxSleepSeconds) * 1_000)
    }
  }

  return {
    take,

    /** Waits until a call may be made. False if `mayWait` ended the wait. The callers of one process wait in a row. */
    wait(mayWait: () => boolean): Promise<boolean> {
      const result = turn.then(() => waitForTurn(mayWait))
      turn = result.catch(() => {})
      return result
    },

    /** The provider said 429. */
    pause: (seconds: number) =>
      database.run(sql`
        insert into refund_pace as pace (mode, next_at) values (${mode}, clock_timestamp() + make_interval(secs => ${seconds}))
        on conflict (mode) do update set next_at = greatest(pace.next_at, excluded.next_at)`),
  }
}

/** A pause may be long, and `mayWait` is asked in between. */
const maxSleepSeconds = 1

/** One process at a time sends what is due. Undefined while another one does. The lease ends by itself when the process is killed. */
export async function leadRefunds(
  database: Database,
  mode: PaymentMode,
): Promise<AsyncDisposable | undefined> {
  const lease = sql`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
  const led = await database.value(
    z.string(),
    sql`insert into refund_pace as pace (mode, next_at, run_token, run_until)
        values (${mode}, clock_timestamp(), gen_random_uuid(), ${lease})
        on conflict (mode) do update set run_token = excluded.run_token, run_until = excluded.run_until
        where pace.run_until is null or pace.run_until <= clock_timestamp()
        returning run_token as token`,
  )
  if (led === undefined) return undefined
  const renew = (until: typeof lease) =>
    database.run(sql`
      update refund_pace set run_until = ${until} where mode = ${mode} and run_token = ${led}::uuid`)
  const timer = setInterval(() => void renew(lease).catch(() => {}), (leaseSeconds * 1_000) / 3)
  timer.unref()
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      await renew(sql`clock_timestamp()`)
    },
  }
}

/**
 * The reason why a refund may not be sent now, such as a cap on exposure. Undefined if it may. `isSent`: the transaction also stores that
 * it is sent.
 */
type CanSend = (
  queries: Queries,
  refund: Pick<RefundRow, 'campaignId' | 'donationId' | 'amount' | 'mode'> & { isSent: boolean },
) => Promise<RefundProblem | undefined>

export type RefundSettings = Config['refunds']

export type RefundDeps = PaymentDeps &
  Pick<Foundation, 'outbox' | 'adminEmail'> & {
    content: Pick<ContentStore, 'findUserByUid'>
    log: Pick<Log, 'info' | 'warn' | 'error'>
    pace: RefundPace
    settings: RefundSettings
    canSend?: CanSend | undefined
    /** Whether another person who looks after the money of the campaign must confirm a large refund. */
    isGuarded?: ((queries: Queries, campaignId: string) => Promise<boolean>) | undefined
    /** What is held of the campaign and covers a refund, from either account that the provider debits. */
    getCover?: ((queries: Queries, campaignId: string) => Promise<number>) | undefined
    /** The person who requested the refund waits for the answer, and learns from it what is given up. */
    isAwaited?: true
  }

const timelineRow = z.extend(refundTimelineSchema, { donationId: z.string() })

/** Who reads it. What a donor wrote to Ajo is not for the organiser. */
type TimelineReader = 'donor' | 'owner' | 'admin'

/** The refunds of each donation with the time of each state, oldest first. A donation without refunds has no entry. */
export async function listRefundTimelines(
  queries: Queries,
  donations: readonly DonationKey[],
  reader: TimelineReader,
): Promise<Map<string, RefundTimeline[]>> {
  const timelines = new Map<string, RefundTimeline[]>()
  if (donations.length === 0) return timelines
  const rows = await queries.rows(
    timelineRow,
    sql`select refund.donation_id as "donationId", refund.id, refund.amount_kobo as amount,
          refund.withheld_fee_kobo as fee, refund.requested_by as "requestedBy", refund.cause, refund.reason, refund.state,
          (select jsonb_agg(jsonb_build_object('state', step.state, 'at',
              to_char(step.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by step.id)
            from refund_step step where step.campaign_id = refund.campaign_id and step.refund_id = refund.id) as steps
        from unnest(${donations.map(({ campaignId }) => campaignId)}::text[], ${donations.map(({ id }) => id)}::uuid[])
          as wanted (campaign_id, donation_id)
        join refund using (campaign_id, donation_id)
        order by refund.created_at, refund.id`,
  )
  for (const { donationId, reason, ...refund } of rows) {
    const isHidden = reader === 'owner' && refund.requestedBy === 'donor'
    const shown = { ...refund, reason: isHidden ? '' : reason }
    timelines.set(donationId, [...(timelines.get(donationId) ?? []), shown])
  }
  return timelines
}
