import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import {
  ledgerCheckSchema,
  openRefundSchema,
  type LedgerCheck,
  type OpenRefund,
} from '#shared/admin.ts'
import {
  differenceSchema,
  failingItemSchema,
  type FailingItem,
  type LedgerDifference,
} from '#shared/difference.ts'
import type { PaymentMode } from '#shared/donation.ts'
import {
  exposureSchema,
  payoutHoldSchema,
  type Exposure,
  type PayoutHold,
} from '#shared/exposure.ts'
import { kobo, type Kobo } from '#shared/money.ts'
import type { StaffListPage, StaffListQuery } from '#shared/staff-list.ts'

import { reconcilePaymentsTask } from '../../money/donations/donations.ts'
import { bookEntry, lockPosition, platformCampaign } from '../../money/ledger/book-entry.ts'
import { toPostings } from '../../money/ledger/chart.ts'
import {
  checkLedgerTask,
  compareWithProviderTask,
  reconcileReversalsTask,
} from '../../money/ledger/ledger.ts'
import type { LedgerDeps } from '../../money/ledger/provider-report.ts'
import type { exposures, ExposureCaps } from '../../money/payouts/exposure.ts'
import { listWaitingActs, mayAct } from '../../money/payouts/payout-stops.ts'
import { reconcileSettlementsTask } from '../../money/payouts/payouts.ts'
import {
  agreeToRefund,
  refundColumns,
  type RefundRow,
  refundRowSchema,
  reopenRefund,
  stopRefund,
} from '../../money/refunds/refund-rows.ts'
import { type ListQuery, readListPage } from '../../platform/lists/list-page.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { sql, asUuid, type Sql } from '../../platform/database/sql.ts'
import { Refused } from '../../platform/http/context.ts'
import { enqueueJob } from '../../platform/queue/queue.ts'
import { type Action, recordAction } from './audit-log.ts'

const listedChecks = 30

const checkTasks = [
  reconcilePaymentsTask,
  reconcileReversalsTask,
  reconcileSettlementsTask,
  checkLedgerTask,
  compareWithProviderTask,
]

type Deps = { database: Database; now: () => Date }

/** Results of the hourly invariant checks and of the nightly reconciliation with the provider. */
export function ledgerCheckList({ database, now }: Deps) {
  return {
    list: (): Promise<LedgerCheck[]> =>
      database.rows(
        ledgerCheckSchema,
        sql`select id, kind, begun_at as at, checks, took_ms as "tookMs",
              array(select json_build_object('name', name, 'key', key, 'ours', ours, 'theirs', theirs, 'donationId', donation.id, 'campaignId',
                  (select campaign_id from donation where campaign_id = any(string_to_array(key, ' ')) limit 1))
                from ledger_finding left join donation on donation.campaign_id = split_part(key, ' ', 1) and donation.id = (
                  case when split_part(key, ' ', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(key, ' ', 2)::uuid end)
                where check_id = ledger_check.id order by number) as findings
            from ledger_check order by begun_at desc, id limit ${listedChecks}`,
      ),

    /** Enqueues all sweeps and checks at once instead of waiting for their schedule. */
    async runNow(uid: string): Promise<void> {
      await database.transaction(async (queries) => {
        for (const task of checkTasks)
          await enqueueJob(queries, { task, payload: { isForced: true }, key: `${task} by hand` })
        const act = { uid, action: 'run-ledger-checks', subject: 'ledger', at: now() } as const
        await recordAction(queries, act)
      })
    },
  }
}

const failingKind = 'failing'
const failingRow = z.extend(failingItemSchema, { sweep: z.string() })
const differenceList: ListQuery = {
  items: [
    sql`select id::text, (state <> 'open')::integer as rank, first_seen_at as at, kind, key || ' ' || scope as words, scope, key, ours, theirs,
          state, reason, first_seen_at as "firstSeenAt", last_seen_at as "lastSeenAt"
        from ledger_difference where state <> 'resolved'`,
  ],
}
const failingList: ListQuery = {
  items: [
    sql`select md5(kind || ' ' || key) as id, -attempts as rank, first_failed_at as at, ${failingKind}::text as kind,
          key || ' ' || kind || ' ' || reason as words, kind as sweep, key, attempts, reason, first_failed_at as since,
          next_attempt_at as "nextAttemptAt"
        from failing_item`,
  ],
}
type Differences = StaffListPage & { differences: LedgerDifference[]; failing: FailingItem[] }

/** Where the ledger and the provider differ, until it is resolved, and items of sweeps that fail by themselves. */
export function ledgerDifferences({ database, now }: Deps) {
  return {
    /** Of the kind 'failing', the items of sweeps. */
    async list(query: StaffListQuery): Promise<Differences> {
      const isOfFailing = query.kind === failingKind
      const differences = await readListPage(database, differenceSchema, differenceList, query)
      const ofFailing = isOfFailing ? query : { q: query.q }
      const failing = await readListPage(database, failingRow, failingList, ofFailing)
      return {
        ...(isOfFailing ? failing.page : differences.page),
        kinds: [...differences.page.kinds, ...failing.page.kinds],
        differences: differences.rows,
        failing: (query.kind && !isOfFailing ? [] : failing.rows).map(({ sweep, ...item }) => ({
          ...item,
          kind: sweep,
        })),
      }
    },

    /** Undefined if there is no open one. */
    findOpen: (id: string) =>
      database.row(
        z.object({ id: z.string(), subject: z.string() }),
        sql`select id, kind || ' ' || key as subject from ledger_difference where id = ${asUuid(id)}::uuid and state = 'open'`,
      ),

    /** The admin owns it from then on. It is open again when its amounts change. */
    async acknowledge(
      { id, subject }: { id: string; subject: string },
      { uid, reason }: { uid: string; reason: string },
    ): Promise<void> {
      await database.transaction(async (queries) => {
        const at = now()
        const changed = await queries.run(sql`
          update ledger_difference set state = 'acknowledged', owner_uid = ${uid}, reason = ${reason}, changed_at = ${at}
          where id = ${id} and state = 'open'`)
        if (changed === 0) throw new Refused('already-resolved')
        await recordAction(queries, { uid, action: 'acknowledge-difference', subject, reason, at })
      })
    },
  }
}

type OpenRefundsDeps = Pick<LedgerDeps, 'database' | 'mode'>

/** Refunds that have not reached the donor. Those with which something is wrong come first, then by age. */
export async function listOpenRefunds(
  { database, mode }: OpenRefundsDeps,
  query: StaffListQuery,
): Promise<StaffListPage & { refunds: OpenRefund[] }> {
  const list = toRefundList(mode)
  const { rows, page } = await readListPage(database, openRefundSchema, list, query)
  return { ...page, refunds: rows }
}

const toRefundList = (mode: PaymentMode) => ({
  items: [
    sql`
  select open.id, coalesce(open.urgency, 9) as rank, open.at, open.state as kind,
    concat_ws(' ', open.id, donation.campaign_title, donation.reference, open.reason) as words,
    donation.campaign_title as campaign, open.amount, open.state, open.problem, open.attempts,
    open.requested_by as "requestedBy", open.reason, open.next_at as "nextAt",
    open.state = 'given-up' as "canRetry", open.awaits_second as "canAgree", open.is_unsent as "canStop"
  from (
    select id::text, campaign_id, donation_id, amount_kobo as amount, state, problem, attempts, requested_by, reason,
      created_at as at, next_attempt_at as next_at, needs_second and agreed_by is null and state in ('requested', 'held') as awaits_second,
      attempts = 0 and state in ('requested', 'held') as is_unsent,
      array_position('{given-up,needs-attention,failed,held}',
        case problem when 'missing-at-provider' then 'given-up' else state end) as urgency
    from refund where mode = ${mode} and state <> 'processed' and problem is distinct from 'stopped'
    union all
    select report.refund_id::text, report.campaign_id, report.donation_id, report.amount_kobo, report.status, null, 1, null, '',
      coalesce(report.created_at, report.asked_at), null, false, false, array_position('{needs-attention}', report.status)
    from provider_refund report
    where report.mode = ${mode} and report.status not in ('processed', 'failed')
      and not exists (
        select from refund where refund.campaign_id = report.campaign_id and refund.mode = report.mode
          and refund.refund_id = report.refund_id)) open
  left join donation on donation.campaign_id = open.campaign_id and donation.id = open.donation_id`,
  ],
})

/** A refund of another mode could never be sent. */
const findRefund =
  (condition: Sql) =>
  ({ database, mode }: OpenRefundsDeps, id: string): Promise<RefundRow | undefined> =>
    database.row(
      refundRowSchema,
      sql`select ${refundColumns} from refund where id = ${asUuid(id)}::uuid and mode = ${mode} and ${condition}`,
    )

export const findGivenUp = findRefund(sql`state = 'given-up' and problem <> 'stopped'`)
/** The provider was not told yet. */
export const findUnsent = findRefund(sql`state in ('requested', 'held') and attempts = 0`)

type By = { uid: string; reason: string }
type ActionDeps = Pick<LedgerDeps, 'database' | 'now'>

type Act = (queries: Transaction, refund: RefundRow, uid: string) => Promise<void>

const recorded =
  (action: Action['action'], act: Act) =>
  ({ database, now }: ActionDeps, refund: RefundRow, by: By): Promise<void> =>
    database.transaction(async (queries) => {
      await act(queries, refund, by.uid)
      await recordAction(queries, { ...by, action, subject: refund.id, at: now() })
    })

/** A second person lets a large refund go. */
export const agreeToLargeRefund = recorded('agree-to-refund', async (queries, refund, uid) => {
  if (uid === refund.requestedByUid) throw new Refused('second-person-needed')
  if (!(await agreeToRefund(queries, refund, uid))) throw new Refused('already-resolved')
})

export const stopUnsentRefund = recorded('stop-refund', async (queries, refund) => {
  if (!(await stopRefund(queries, refund))) throw new Refused('already-resolved')
})

/** Sends a refund again that was given up, if its money is still there. */
export const retryRefund = recorded('retry-refund', async (queries, refund) => {
  const outcome = await reopenRefund(queries, refund)
  if (outcome !== 'reopened') throw new Refused(outcome)
})

export type ExposureDeps = LedgerDeps & {
  caps: ExposureCaps
  /** Above this sum of a day a second admin is needed. */
  secondPersonAbove: Kobo
  exposures: Pick<ReturnType<typeof exposures>, 'listExposures' | 'isWithinExposure'>
}

const receivableRow = z.object({ campaignId: z.string() })

/** What Ajo may lose by returns after payouts, and the payouts that are held. */
export function exposureList(deps: ExposureDeps) {
  const { database, mode, now, caps } = deps
  return {
    async read(): Promise<Exposure> {
      const rows = await deps.exposures.listExposures()
      return z.parse(exposureSchema, {
        total: rows.reduce((total, { exposure }) => total + exposure, 0),
        caps,
        campaigns: rows.slice(0, 100),
        holds: await listHolds(deps),
        waiting: await listWaitingActs(database, now()),
      })
    },

    /** Undefined if the owner of the campaign owes nothing. */
    findReceivable: (campaignId: string) =>
      database.row(
        receivableRow,
        sql`select campaign_id as "campaignId" from campaign_total where mode = ${mode} and campaign_id = ${campaignId}
            group by campaign_id having sum(owner_receivable_kobo) > 0`,
      ),

    /**
     * Gives up what the owner owes or a part of it, which becomes the platform's loss, books what the owner paid back to Ajo's bank account, or
     * what Ajo paid in at the provider. False if it waits for a second admin.
     */
    book: (claim: Claim): Promise<boolean> =>
      database.transaction(async (queries) => {
        const { kind, campaignId = platformCampaign, uid, amount, document = '' } = claim
        const at = now()
        const { ownerReceivable } = await lockPosition(queries, { campaignId, mode })
        if (kind !== 'top_up' && ownerReceivable === 0) throw new Refused('already-resolved')
        if (kind !== 'top_up' && amount > ownerReceivable) throw new Refused('claim-changed')
        const { action, postings } = claims[kind]
        const reason = [document, claim.reason].filter(Boolean).join(': ')
        const limit = kind === 'write_off' ? deps.secondPersonAbove : kobo(0)
        const act = { name: action, campaignId: claim.campaignId ?? null, amount, uid, reason, at }
        if (!(await mayAct(queries, act, limit))) return false
        await bookEntry(deps, queries, {
          kind,
          effectKey: `${kind}:${mode}:${randomUUID()}`,
          campaignId,
          postings: postings(amount),
          memo: reason,
          effectiveAt: at,
          source: 'admin',
        })
        const subject = `campaign ${campaignId}`
        await recordAction(queries, { uid, action, subject, reason, at })
        return true
      }),
  }
}

const claims = {
  write_off: { action: 'write-off', postings: toPostings.writeOff },
  owner_repayment: { action: 'owner-repayment', postings: toPostings.ownerRepayment },
  top_up: { action: 'top-up', postings: toPostings.topUp },
} as const
export type Claim = {
  kind: keyof typeof claims
  campaignId?: string
  uid: string
  reason: string
  amount: Kobo
  /** The number of the bank's statement or slip. */
  document?: string | undefined
}

const listHolds = ({ database, mode }: LedgerDeps): Promise<PayoutHold[]> =>
  database.rows(
    payoutHoldSchema,
    sql`select subject.title as campaign, sub_account_code as "subAccount", state, reason, seen,
          in_force_since as "inForceSince", checked_at as "checkedAt"
        from payout_hold hold
        cross join lateral (
          select campaign_title as title from donation where donation.campaign_id = hold.campaign_id limit 1) subject
        where mode = ${mode} and state <> 'released' order by state, requested_at limit 100`,
  )
