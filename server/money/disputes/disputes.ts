import * as z from 'zod/mini'

import type { Dispute, DisputeAnswer, DisputeListItem } from '#shared/dispute.ts'
import { invalid } from '#shared/text/invalid.ts'
import { type Conflict, reviewConflicts } from '#shared/moderation.ts'
import { type Kobo, kobo } from '#shared/money.ts'
import type { StaffListQuery } from '#shared/staff-list.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { Refused, fieldError } from '../../platform/http/context.ts'
import { readListPage } from '../../platform/lists/list-page.ts'
import type { Actor, Reviewer, User } from '../../platform/policy/actor.ts'
import type { Task } from '../../platform/queue/queue.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import type { Conflicts } from '../../staff/moderation/conflicts.ts'
import { findRefundable } from '../refunds/refundable-amounts.ts'
import { type SendDeps, collectEvidence, evidencePdf, sendAnswer } from './dispute-answers.ts'
import {
  type AnswerRow,
  type DisputeRow,
  findDispute,
  insertAnswer,
  leaseAnswer,
  listAnswers,
  disputeRow,
  toDisputeList,
  toResolution,
  toState,
} from './dispute-rows.ts'

/** A dispute with the conflicts of the person who asks. */
type DisputeSubject = DisputeRow & { conflicts: readonly Conflict[] }

type Deps = SendDeps & { conflicts: Conflicts }
type Words = { message: string }

const idPattern = /^[1-9]\d{0,15}$/
/** Longer than the calls of one answer take. */
const leaseMs = 2 * 60_000

/** Disputes of donors' banks, for reviewers and admins who have no conflict of interest (decision 0028). */
export function openDisputes(deps: Deps) {
  const { database, payments, conflicts, now } = deps
  const { mode } = payments
  const task: Task = {
    name: 'send-dispute-answers',
    lane: 'payments',
    cron: '* * * * *',
    run: () => sendWaiting(deps),
  }

  return {
    task,

    async list(reader: User, query: StaffListQuery) {
      const { rows, page } = await readListPage(database, disputeRow, toDisputeList(mode), query)
      const found = await conflicts.list(database, reader, rows.map(toOwned))
      const disputes = rows.map((row): DisputeListItem => ({
        ...toItem(row, now()),
        conflicts: (found.get(row.campaignId) ?? []).filter((one) => reviewConflicts.includes(one)),
      }))
      return { ...page, disputes }
    },

    async find(id: string, actor: Actor): Promise<DisputeSubject | undefined> {
      const row = idPattern.test(id) ? await findDispute(database, mode, Number(id)) : undefined
      if (!row) return undefined
      const found = await conflicts.find(database, actor, toOwned(row))
      return { ...row, conflicts: found }
    },

    async read(row: DisputeSubject): Promise<Dispute> {
      const answers = await listAnswers(deps.database, row)
      const isSending = answers.some(({ state }) => state === 'sending')
      return {
        ...toItem(row, deps.now()),
        canAnswer: toState(row, deps.now()) === 'open' && !isSending,
        acceptable: await findAcceptable(deps.database, row),
        evidence: await collectEvidence(deps, row),
        answers: await Promise.all(answers.map((each) => toAnswer(deps, each))),
      }
    },

    /** The file that a decline sends, without the words of the answer. */
    async evidencePdf(row: DisputeSubject): Promise<Buffer> {
      const evidence = await collectEvidence(deps, row)
      const { publicUrl } = deps
      const pdf = { disputeId: row.id, evidence, message: '', publicUrl, createdAt: now() }
      return evidencePdf(pdf)
    },

    /** The provider refunds the amount to the donor. */
    async accept(row: DisputeSubject, reviewer: Reviewer, form: Words & { amount: Kobo }) {
      const fields = { kind: 'accept', message: form.message, refund: form.amount } as const
      await answer(deps, row, { ...fields, reviewer })
    },

    decline: (row: DisputeSubject, reviewer: Reviewer, { message }: Words) =>
      answer(deps, row, { kind: 'decline', message, refund: null, reviewer }),
  }
}

type NewAnswer = Pick<AnswerRow, 'kind' | 'message' | 'refund'> & { reviewer: Reviewer }

async function answer(
  deps: Deps,
  row: DisputeSubject,
  { reviewer, ...fields }: NewAnswer,
): Promise<void> {
  const { database, payments, conflicts, now } = deps
  const at = now()
  if (toState(row, at) !== 'open') throw new Refused('dispute-closed')
  const inserted = await database.transaction(async (queries) => {
    await conflicts.refuse(queries, reviewer, toOwned(row), reviewConflicts)
    if (fields.refund !== null) await refuseTooMuch(queries, row, fields.refund)
    const leasedUntil = new Date(at.getTime() + leaseMs)
    const { uid: actorUid } = reviewer
    const stored = await insertAnswer(queries, {
      ...fields,
      dispute: row,
      actorUid,
      at,
      leasedUntil,
    })
    // An answer that was sent meanwhile has ended the dispute.
    const current = stored && (await findDispute(queries, payments.mode, row.id))
    if (current && toState(current, at) !== 'open') throw new Refused('dispute-closed')
    return stored
  })
  if (!inserted) throw new Refused('already-resolved')
  await sendNow(deps, row, inserted)
}

/** The donation's row is locked, so that no two acceptances take the same money. */
async function refuseTooMuch(queries: Transaction, row: DisputeRow, amount: Kobo): Promise<void> {
  await queries.run(sql`
    select from donation where campaign_id = ${row.campaignId} and id = ${row.donationId} for update`)
  if (amount > (await findAcceptable(queries, row)))
    throw fieldError('amount', invalid.disputeAmount)
}

/** A provider that is down is tried again by the task. */
async function sendNow(deps: Deps, row: DisputeRow, answer: AnswerRow): Promise<void> {
  try {
    await sendAnswer(deps, answer)
  } catch (error) {
    if (error instanceof PaymentsUnavailable) return
    throw error
  }
  const sent = (await listAnswers(deps.database, row)).find(
    ({ number }) => number === answer.number,
  )
  if (sent?.state === 'too-late') throw new Refused('dispute-closed')
  if (sent?.state === 'refused')
    throw new Refused('dispute-refused', sent.refusal === null ? {} : { message: sent.refusal })
}

async function sendWaiting(deps: Deps): Promise<void> {
  const { database, payments, now } = deps
  for (;;) {
    const at = now()
    const until = new Date(at.getTime() + leaseMs)
    const answer = await leaseAnswer(database, payments.mode, { now: at, until })
    if (!answer) return
    await sendAnswer(deps, answer)
  }
}

const toOwned = ({ campaignId, ownerUid }: DisputeRow) => ({ id: campaignId, ownerUid })

function toItem(row: DisputeRow, now: Date): Omit<DisputeListItem, 'conflicts'> {
  const { id, campaignId, campaign, amount, category, resolution, dueAt, resolvedAt } = row
  return {
    id,
    campaignId,
    campaign,
    amount,
    category,
    state: toState(row, now),
    resolution: toResolution(resolution),
    dueAt: dueAt?.toISOString() ?? null,
    resolvedAt: resolvedAt?.toISOString() ?? null,
  }
}

async function toAnswer({ content }: Deps, row: AnswerRow): Promise<DisputeAnswer> {
  const { kind, message, refund, state, refusal, createdAt, actorUid } = row
  const person = await content.findUserByUid(actorUid)
  const name = person ? `${person.firstname} ${person.lastname}` : null
  return { kind, message, refund, state, refusal, at: createdAt.toISOString(), name }
}

/**
 * The most that an acceptance may refund: what the provider has not refunded and no other acceptance under way refunds. Refunds of ours
 * that wait do not reduce it, because they are given up when nothing is left for them.
 */
async function findAcceptable(
  queries: Queries,
  { id, mode, campaignId, donationId, donated }: DisputeRow,
): Promise<Kobo> {
  const refundable = await findRefundable(queries, { campaignId, id: donationId })
  if (!refundable) return findAcceptableOfQuarantined(queries, { mode, campaignId, donationId })
  const other = await queries.row(
    z.object({ waiting: z.int(), accepting: z.int() }),
    sql`select
          (select coalesce(sum(amount_kobo + withheld_fee_kobo), 0)::bigint from refund
            where campaign_id = ${campaignId} and donation_id = ${donationId}
              and state in ('requested', 'held', 'failed')) as waiting,
          (select coalesce(sum(refund_kobo), 0)::bigint from dispute_answer
            where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode} and dispute_id <> ${id}
              and state = 'sending') as accepting`,
  )
  const { waiting = 0, accepting = 0 } = other ?? {}
  return kobo(Math.min(donated, Math.max(0, refundable.amount + waiting - accepting)))
}

/** What was paid and not refunded of a payment that was not booked. */
async function findAcceptableOfQuarantined(
  queries: Queries,
  { mode, campaignId, donationId }: Pick<DisputeRow, 'mode' | 'campaignId' | 'donationId'>,
): Promise<Kobo> {
  const row = await queries.row(
    z.object({ left: z.int() }),
    sql`select (
          (select coalesce(max((seen ->> 'amount')::bigint), 0) from quarantined_payment
            where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode})
          - (select coalesce(sum(amount_kobo), 0) from provider_refund
            where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode} and status <> 'failed'))::bigint as left`,
  )
  return kobo(Math.max(0, row?.left ?? 0))
}
