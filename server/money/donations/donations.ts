import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

import type { WebhookFacts } from '#shared/admin.ts'

import { createBatcher } from '../../platform/database/batcher.ts'
import { sql, type Sql } from '../../platform/database/sql.ts'
import {
  type LedgerDeps,
  type PaymentDeps,
  type PaymentOutcome,
  type PaymentReport,
  type PaymentSource,
  referencePattern,
} from '../ledger/provider-report.ts'
import { getRetryDelay, openSweep, watchList } from '../../platform/queue/sweep.ts'
import {
  donationAccess,
  donationLists,
  receivedDonations,
  guestDonations,
} from './donation-list.ts'
import { beginMonthly } from './monthly.ts'
import { donationStart, dueChecks } from './start-donation.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { collectUnreadable } from '../ledger/differences.ts'
import { type ProviderPayment, skipIfUnavailable } from '../../providers/payments/payments.ts'
import {
  enqueueAll,
  type PlainJob,
  enqueueJob,
  enqueueJobs,
  type Job,
  type Task,
} from '../../platform/queue/queue.ts'
import { receiveTransfer, type TransferCampaigns } from './transfers.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Log } from '../../platform/runtime/log.ts'

/** Slightly longer than the timeout of a request to the provider. Processing a webhook twice does no harm. */
const leaseMs = 15_000
/** A job starts at once, so a webhook that is older was left behind. */
const staleMs = 10_000
/** The kind of failing item. */
const webhookSweep = 'webhook'

const claimedSchema = z.object({
  id: z.string(),
  event: z.string(),
  reference: z.nullable(z.string()),
  disputeId: z.nullable(z.int()),
  attempts: z.int(),
  receivedAt: z.date(),
})
type ClaimedWebhook = z.output<typeof claimedSchema>

type Finished = { id: string; state: 'done' | 'ignored' }

function webhookInbox(deps: LedgerDeps) {
  const { database, mode, now } = deps
  const getKey = ({ id }: { id: string }) => id
  const toLeaseEnd = () => new Date(now().getTime() + leaseMs)
  const claim = createBatcher(claimAll, { getKey })
  const finish = createBatcher(finishAll, { getKey })

  return {
    saveWebhooks: (received: readonly ReceivedWebhook[], toJobs: (id: Sql) => Sql) =>
      saveWebhooks(deps, received, toJobs),

    /** Undefined if the webhook is done or another process works on it. A process that crashes leaves no delay of an earlier failure. */
    claimWebhook: (id: string) => claim({ id }),

    /** Webhooks that failed and are due again, or whose process crashed. */
    async listStaleWebhooks(limit: number) {
      return database.rows(
        z.object({ id: z.string() }),
        sql`select id from webhook_inbox
            where ${isClaimable()} and received_at < ${new Date(now().getTime() - staleMs)} and mode = ${mode}
              and (next_attempt_at is null or next_attempt_at <= ${now()})
            order by coalesce(next_attempt_at, received_at) limit ${limit}`,
      )
    },

    /** Its own job may succeed after the sweep has recorded failures, which end here. */
    finishWebhook: (id: string, state: Finished['state']) => finish({ id, state }),

    async failWebhook({ id, attempts }: ClaimedWebhook, error: string) {
      const nextAttemptAt = new Date(now().getTime() + getRetryDelay(attempts))
      await database.run(sql`
        update webhook_inbox set state = 'failed', locked_until = null, last_error = ${error.slice(0, 500)},
          next_attempt_at = ${nextAttemptAt}
        where id = ${id} and state = 'processing'`)
    },
  }

  /** A row that is locked is being claimed by another process. */
  async function claimAll(wanted: readonly { id: string }[]) {
    const rows = await database.rows(
      claimedSchema,
      sql`update webhook_inbox set state = 'processing', attempts = attempts + 1, locked_until = ${toLeaseEnd()},
            next_attempt_at = null
          from (
            select id as free from webhook_inbox
            where id = any(${wanted.map(getKey)}::uuid[]) and ${isClaimable()} order by id for update skip locked) claimable
          where id = free
          returning id, event, reference, dispute_id as "disputeId", attempts, received_at as "receivedAt"`,
    )
    const claimed = new Map(rows.map((row) => [row.id, row]))
    return wanted.map(({ id }) => claimed.get(id))
  }

  async function finishAll(finished: readonly Finished[]) {
    const ids = finished.map(getKey)
    await database.run(sql`
      with recovered as (
        delete from failing_item where mode = ${mode} and kind = ${webhookSweep} and key = any(${ids}::text[])),
      locked as (
        select inbox.id, finished.state
        from unnest(${ids}::uuid[], ${finished.map(({ state }) => state)}::text[]) as finished (id, state)
        join webhook_inbox inbox on inbox.id = finished.id order by inbox.id for update of inbox)
      update webhook_inbox set state = locked.state, locked_until = null, last_error = null
      from locked where webhook_inbox.id = locked.id`)
    return finished.map(() => undefined)
  }

  function isClaimable() {
    return sql`(state in ('received', 'failed') or (state = 'processing' and locked_until < ${now()}))`
  }
}

/**
 * Stores what webhooks name, and never their bodies, once for equal bytes, and enqueues their jobs in the same statement. A webhook that names nothing is stored as ignored.
 * A repeated delivery enqueues the job again while the first one is unfinished, because its process may have crashed.
 */
async function saveWebhooks(
  { database, mode, now }: LedgerDeps,
  received: readonly ReceivedWebhook[],
  toJobs: (id: Sql) => Sql,
): Promise<void> {
  const hashes = received.map(({ bodyHash }) => bodyHash)
  await database.run(sql`
    with received as materialized (
      select * from unnest(
        ${received.map(() => randomUUID())}::uuid[], ${received.map(({ event }) => event)}::text[],
        ${received.map(({ reference }) => reference)}::text[], ${received.map(({ disputeId }) => disputeId)}::bigint[],
        ${hashes}::bytea[], ${received.map(({ facts }) => JSON.stringify(facts))}::jsonb[]
      ) as webhook (id, event, reference, dispute_id, body_hash, facts)),
    fresh as (
      insert into webhook_inbox (id, mode, event, reference, dispute_id, body_hash, facts, state, received_at)
      select id, ${mode}::text, event, reference, dispute_id, body_hash, facts,
        case when reference is null and dispute_id is null then 'ignored' else 'received' end, ${now()}::timestamptz
      from received order by body_hash
      on conflict (body_hash) do nothing
      returning id, state),
    open as (
      select id, state from fresh
      union all
      select known.id, known.state from webhook_inbox known where known.body_hash = any(${hashes}::bytea[]))
    select ${toJobs(sql`open.id`)} from open where state in ('received', 'processing', 'failed') having count(*) > 0`)
}

/** What is stored of a webhook: what it names, and facts without any personal data. */
export type ReceivedWebhook = {
  /** SHA-256 of the original body: recognises a repeated delivery and proves which body arrived. */
  bodyHash: Buffer
  event: string
  reference: string | null
  disputeId: number | null
  facts: WebhookFacts
}

const name = z.string().check(z.regex(/^[\w.,=-]{1,100}$/))
const id = z.int().check(z.positive())
const amount = z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))])
const code = z.string().check(z.regex(/^[a-z]+(?:[-_ ][a-z]+){0,4}$/), z.maxLength(40))
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))
const time = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00:00)$/))

type Fields = Record<string, z.ZodMiniType<string | number>>

/** Fields of `data` that are stored, by the beginning of the event's name. Nothing else is. */
const storedFields: Record<string, Fields> = {
  'charge.success': {
    id,
    reference: name,
    status: code,
    amount,
    requested_amount: amount,
    fees: amount,
    currency,
    channel: code,
    paid_at: time,
    created_at: time,
  },
  'refund.': {
    id,
    transaction_reference: name,
    refund_reference: name,
    status: code,
    amount,
    currency,
    created_at: time,
  },
  'charge.dispute.': {
    id,
    status: code,
    resolution: code,
    category: code,
    refund_amount: amount,
    currency,
    dueAt: time,
    resolvedAt: time,
    createdAt: time,
    'transaction.id': id,
    'transaction.reference': name,
    'transaction.amount': amount,
  },
}

const eventSchema = z.object({ event: name, data: z.unknown() })
const objectSchema = z.record(z.string(), z.unknown())

/** Undefined if the bytes are no webhook. */
export function readWebhook(body: Uint8Array): ReceivedWebhook | undefined {
  const parsed = z.safeParse(eventSchema, parseJson(body))
  if (!parsed.success) return undefined
  const { event, data } = parsed.data
  const facts = toFacts(event, data)
  const bodyHash = createHash('sha256').update(body).digest()
  return {
    bodyHash,
    event,
    reference: getReference(event, facts),
    disputeId: getDisputeId(event, facts),
    facts,
  }
}

/** An event that Ajo does not know is stored as its name and digest. */
function toFacts(event: string, data: unknown): WebhookFacts {
  const [, fields = {}] =
    Object.entries(storedFields).find(([start]) => event.startsWith(start)) ?? []
  const facts: WebhookFacts = {}
  for (const [path, schema] of Object.entries(fields)) {
    const value = z.safeParse(schema, readPath(data, path))
    if (value.success) facts[path] = value.data
  }
  return facts
}

const readPath = (data: unknown, path: string) =>
  path
    .split('.')
    .reduce<unknown>((found, key) => z.safeParse(objectSchema, found).data?.[key], data)

/** Events of refunds name the payment and not the refund. The provider sends no event for a failed or abandoned payment. */
function getReference(event: string, facts: WebhookFacts): string | null {
  const key = event.startsWith('refund.') ? 'transaction_reference' : 'reference'
  return event.startsWith('charge.dispute.') || facts[key] === undefined ? null : String(facts[key])
}

function getDisputeId(event: string, { id: found }: WebhookFacts): number | null {
  return event.startsWith('charge.dispute.') && typeof found === 'number' ? found : null
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}

type VerificationDeps = Pick<PaymentDeps, 'database' | 'payments' | 'sealing' | 'now'> & {
  ledger: Ledger
  content: TransferCampaigns
  /** The job to run once a payment was counted. */
  receiptJob: (reference: string) => PlainJob
}

const hourMs = 3_600_000
/** quick runs every 15 minutes. deep runs every night, because bank transfers and reversals arrive late. */
export const reconciledMs = { quick: 72 * hourMs, deep: 35 * 24 * hourMs }

/** Asks the provider and applies its answer. Throws `PaymentsUnavailable` if it cannot be asked. */
function paymentVerification(deps: VerificationDeps) {
  const { database, payments, ledger, receiptJob, now } = deps
  const enqueue = createBatcher(async (jobs: readonly PlainJob[]) => {
    await enqueueAll(database, jobs)
    return jobs.map(() => undefined)
  })

  /** A transfer to an account number becomes a donation first. */
  const apply = async (report: PaymentReport): Promise<PaymentOutcome> =>
    (await receiveTransfer(deps, report.payment)) === 'quarantined'
      ? 'quarantined'
      : ledger.applyPayment(report)

  const verifyPayment = async (
    reference: string,
    source: PaymentSource,
  ): Promise<PaymentOutcome> => {
    const askedAt = now()
    const payment = await payments.verify(reference)
    if (payment) await beginMonthly(deps, payment)
    const outcome = payment ? await apply({ payment, source, askedAt }) : 'unknown'
    // The job only makes it quicker: receipt_due was set together with the entry.
    if (outcome === 'counted') await enqueue(receiptJob(reference))
    return outcome
  }

  return {
    verifyPayment,

    /** Verifies the payment, which may have been reversed or restored, and then all its refunds. */
    async verifyRefunds(reference: string, source: PaymentSource): Promise<PaymentOutcome> {
      const outcome = await verifyPayment(reference, source)
      await ledger.verifyPaymentRefunds(reference, source)
      return outcome
    },

    /**
     * Goes through the provider's payments of the last 72 hours or 35 days, which replaces webhooks that never came. Before money is booked or
     * quarantined, the payment itself is asked for: rows of the list are only used to find what is missing. A payment that fails is
     * tried again by itself.
     */
    async reconcilePayments(
      range: keyof typeof reconciledMs = 'quick',
    ): Promise<Record<PaymentOutcome, number>> {
      const withMode = { database, mode: payments.mode, now }
      const work = () => reconcileListed(deps, range, reconcile)
      return watchList(withMode, 'payments', work)
    },
  }

  async function reconcile(
    payment: ProviderPayment,
    recorded: PromiseSettledResult<boolean> | undefined,
    askedAt: Date,
  ): Promise<PaymentOutcome> {
    if (recorded?.status === 'rejected') throw recorded.reason
    if (recorded?.value) return 'unchanged'
    const canBeOurs = payment.transfer !== null || referencePattern.test(payment.reference)
    if (payment.status === 'success' && canBeOurs) return verifyPayment(payment.reference, 'sweep')
    return apply({ payment, source: 'sweep', askedAt })
  }
}

type Reconcile = (
  payment: ProviderPayment,
  recorded: PromiseSettledResult<boolean> | undefined,
  askedAt: Date,
) => Promise<PaymentOutcome>

async function reconcileListed(
  { database, payments, ledger, now }: VerificationDeps,
  range: keyof typeof reconciledMs,
  reconcile: Reconcile,
): Promise<Record<PaymentOutcome, number>> {
  const counts = { counted: 0, unchanged: 0, open: 0, quarantined: 0, unknown: 0 }
  const askedAt = now()
  const from = new Date(askedAt.getTime() - reconciledMs[range])
  const withMode = { database, mode: payments.mode, now }
  const sweep = await openSweep(withMode, 'payment')
  const { onUnreadable, save } = collectUnreadable(withMode)
  for await (const listed of toGroups(payments.listSince(from, { onUnreadable }))) {
    // The ledger is asked about all of them in one statement.
    const recorded = await Promise.allSettled(listed.map(ledger.isRecorded))
    for (const [index, payment] of listed.entries()) {
      const work = () => reconcile(payment, recorded[index], askedAt)
      const outcome = await sweep.run(payment.reference, work)
      if (outcome) counts[outcome] += 1
    }
  }
  await save()
  return counts
}

/** Rows of one page of the provider's list. */
const groupSize = 100

async function* toGroups<Row>(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let group: Row[] = []
  for await (const row of rows) {
    if (group.push(row) < groupSize) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

export type Donations = ReturnType<typeof openDonations>

/** Donations from the form to the verified payment. The ledger books what is verified here. */
export function openDonations(deps: PaymentDeps & VerificationDeps) {
  const withMode = { ...deps, mode: deps.payments.mode }
  const verification = paymentVerification(deps)
  return {
    ...donationStart(deps),
    ...donationAccess({ ...withMode, ...verification }),
    ...donationLists(withMode),
    ...guestDonations(withMode),
    ...receivedDonations(withMode),
    ...verification,
    ...dueChecks(withMode),
    ...webhookInbox(withMode),
    openSweep: (kind: string) => openSweep(withMode, kind),
  }
}

type Deps = {
  donations: Donations
  ledger: Ledger
  onDispute: () => Promise<void>
  /** Called when a webhook has had its effect. */
  onWebhook?: (receivedAt: Date) => void
  log: Pick<Log, 'info' | 'warn'>
}

const webhookTask = 'process-webhook'
const checkTask = 'check-open-donations'
const retryTask = 'retry-webhooks'
export const reconcilePaymentsTask = 'reconcile-payments'

/** The job that processes a stored webhook. The key leaves one waiting job for each webhook. */
export function webhookJob(id: string): Job {
  return { task: webhookTask, payload: { id }, key: `${webhookTask} ${id}` }
}

/** The same for many webhooks, as part of the statement that stores them. */
export function webhookJobs(id: Sql): Sql {
  const key = sql`${webhookTask}::text || ' ' || ${id}`
  return enqueueJobs({ task: webhookTask, payload: sql`json_build_object('id', ${id})`, key })
}

/** Checks donations and webhooks that a crashed process left behind: at the start, and again when its leases have expired. */
export async function resumePayments(queries: Queries, now: Date) {
  for (const seconds of [0, 20])
    for (const task of [checkTask, retryTask])
      await enqueueJob(queries, {
        task,
        key: `${task} ${seconds}`,
        runAt: new Date(now.getTime() + seconds * 1_000),
      })
}

/** A payment reaches the ledger by webhook, by a check of its donation, or by the reconciliation with the provider's list. */
export function paymentTasks(deps: Deps): Task[] {
  const { donations, log } = deps
  return [
    {
      name: webhookTask,
      lane: 'webhooks',
      run: async (payload) => {
        const { id } = payload as { id: string }
        await processWebhook(deps, id)
      },
    },
    {
      name: checkTask,
      lane: 'payments',
      cron: '* * * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          await checkOpenDonations(donations)
        }),
    },
    {
      name: retryTask,
      lane: 'payments',
      cron: '* * * * *',
      run: () => skipIfUnavailable(log, () => retryWebhooks(deps)),
    },
    {
      name: reconcilePaymentsTask,
      lane: 'checks',
      cron: '*/15 * * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          log.info({ payments: await donations.reconcilePayments() }, 'payments were reconciled')
        }),
    },
    {
      name: 'reconcile-payments-of-35-days',
      lane: 'checks',
      cron: '10 2 * * *',
      run: () =>
        skipIfUnavailable(log, async () => {
          const payments = await donations.reconcilePayments('deep')
          log.info({ payments }, 'payments of 35 days were reconciled')
        }),
    },
  ]
}

async function processWebhook(deps: Deps, id: string) {
  const { donations } = deps
  const webhook = await donations.claimWebhook(id)
  if (webhook === undefined) return
  try {
    // The signature proves the sender and not the content, so the provider is asked.
    const outcome = await verify(deps, webhook)
    await donations.finishWebhook(id, outcome === 'unknown' ? 'ignored' : 'done')
    deps.onWebhook?.(webhook.receivedAt)
  } catch (error) {
    await donations.failWebhook(webhook, String(error))
    throw error
  }
}

async function verify(
  { donations, ledger, onDispute }: Deps,
  { event, reference, disputeId }: ClaimedWebhook,
) {
  if (disputeId !== null) {
    const outcome = await ledger.verifyDispute(disputeId, 'webhook')
    await onDispute()
    return outcome
  }
  if (reference === null) return 'unknown'
  return event.startsWith('refund.')
    ? donations.verifyRefunds(reference, 'webhook')
    : donations.verifyPayment(reference, 'webhook')
}

const batchSize = 50

/** Verifies every open donation whose check is due. A claimed one that fails, or that an outage leaves over, is claimed again in a minute. */
async function checkOpenDonations(donations: Donations) {
  const sweep = await donations.openSweep('check')
  for (;;) {
    const due = await donations.claimDueChecks(batchSize)
    for (const check of due)
      await sweep.run(check.id, async () => {
        await donations.verifyPayment(check.reference, 'check')
        await donations.finishCheck(check)
      })
    if (due.length < batchSize) return
  }
}

/** The inbox knows when each webhook is due: one that failed has a delay, and one whose process crashed has none. */
async function retryWebhooks(deps: Deps) {
  const sweep = await deps.donations.openSweep(webhookSweep)
  for (const { id } of await deps.donations.listStaleWebhooks(100))
    await sweep.run(id, () => processWebhook(deps, id), { isDue: true })
}
