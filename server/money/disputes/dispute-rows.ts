import * as z from 'zod/mini'

import {
  disputeAnswerKinds,
  disputeAnswerStates,
  disputeResolutions,
  type disputeStates,
} from '#shared/dispute.ts'
import { type PaymentMode, paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { isOpen } from '../../providers/payments/payments.ts'

export const disputeRow = z.object({
  id: z.coerce.number(),
  mode: z.enum(paymentModes),
  campaignId: z.string(),
  donationId: z.string(),
  ownerUid: z.string(),
  donorUid: z.nullable(z.string()),
  campaign: z.string(),
  donated: koboSchema,
  amount: z.nullable(koboSchema),
  status: z.string(),
  resolution: z.nullable(z.string()),
  category: z.nullable(z.string()),
  dueAt: z.nullable(z.date()),
  resolvedAt: z.nullable(z.date()),
})
export type DisputeRow = z.output<typeof disputeRow>

const columns = sql`dispute.mode, dispute.campaign_id as "campaignId", dispute.donation_id as "donationId",
  donation.owner_uid as "ownerUid", donation.donor_uid as "donorUid",
  donation.campaign_title as campaign, donation.amount_kobo as donated,
  dispute.refund_kobo as amount, dispute.status, dispute.resolution, dispute.category, dispute.due_at as "dueAt",
  dispute.resolved_at as "resolvedAt"`
const joined = sql`provider_dispute dispute
  join donation on donation.campaign_id = dispute.campaign_id and donation.id = dispute.donation_id`

/** Our answer is due. With other states the bank decides, or the dispute has ended. */
const awaitingUs = ['awaiting-merchant-feedback', 'pending']
export const isOurTurn = ({ status }: { status: string }) => awaitingUs.includes(status)
export const isAwaitingUs = sql`dispute.status = any(${awaitingUs})`

/** Those that wait for an answer first, by deadline. */
export const toDisputeList = (mode: PaymentMode) => ({
  items: [
    sql`select dispute.dispute_id::text as id, case when ${isAwaitingUs} then 0 else 1 end as rank,
          coalesce(dispute.due_at, dispute.resolved_at, timestamptz 'epoch') as at,
          case when ${isAwaitingUs} then 'open' when dispute.status in ('resolved', 'archived') then 'resolved' else 'answered' end as kind,
          concat_ws(' ', dispute.dispute_id, donation.campaign_title, donation.reference) as words, ${columns}
        from ${joined}
        where dispute.mode = ${mode}`,
  ],
})

export const findDispute = (queries: Queries, mode: PaymentMode, id: number) =>
  queries.row(
    disputeRow,
    sql`select dispute.dispute_id as id, ${columns} from ${joined} where dispute.mode = ${mode} and dispute.dispute_id = ${id}`,
  )

export function toState(
  { status, dueAt }: Pick<DisputeRow, 'status' | 'dueAt'>,
  now: Date,
): (typeof disputeStates)[number] {
  if (!isOpen({ status })) return 'resolved'
  if (!isOurTurn({ status })) return 'answered'
  return dueAt !== null && dueAt <= now ? 'late' : 'open'
}

/** The provider may add resolutions that we do not know. */
export function toResolution(text: string | null) {
  if (text === null) return null
  return disputeResolutions.find((resolution) => resolution === text) ?? 'unknown'
}

const answerRow = z.object({
  campaignId: z.string(),
  disputeId: z.int(),
  number: z.int(),
  kind: z.enum(disputeAnswerKinds),
  message: z.string(),
  refund: z.nullable(koboSchema),
  state: z.enum(disputeAnswerStates),
  refusal: z.nullable(z.string()),
  actorUid: z.string(),
  createdAt: z.date(),
})
export type AnswerRow = z.output<typeof answerRow>

const answerColumns = sql`campaign_id as "campaignId", dispute_id as "disputeId", number, kind, message, refund_kobo as refund, state,
  refusal, actor_uid as "actorUid", created_at as "createdAt"`

/** Oldest first. */
export const listAnswers = (
  queries: Queries,
  { id, mode, campaignId }: Pick<DisputeRow, 'id' | 'mode' | 'campaignId'>,
): Promise<AnswerRow[]> =>
  queries.rows(
    answerRow,
    sql`select ${answerColumns} from dispute_answer
      where campaign_id = ${campaignId} and mode = ${mode} and dispute_id = ${id} order by number`,
  )

type NewAnswer = Pick<AnswerRow, 'kind' | 'message' | 'refund' | 'actorUid'> & {
  dispute: DisputeRow
  at: Date
  leasedUntil: Date
}

/** Undefined while an earlier answer is being sent. */
export const insertAnswer = (queries: Transaction, answer: NewAnswer) =>
  queries.row(
    answerRow,
    sql`insert into dispute_answer (campaign_id, mode, dispute_id, donation_id, number, kind, message, refund_kobo, state, actor_uid, created_at,
          leased_until)
        select ${answer.dispute.campaignId}, ${answer.dispute.mode}, ${answer.dispute.id}, ${answer.dispute.donationId}, coalesce(max(number), 0) + 1, ${answer.kind},
          ${answer.message}, ${answer.refund}::bigint, 'sending', ${answer.actorUid}, ${answer.at}, ${answer.leasedUntil}
        from dispute_answer
        where campaign_id = ${answer.dispute.campaignId} and mode = ${answer.dispute.mode} and dispute_id = ${answer.dispute.id}
        on conflict do nothing returning ${answerColumns}`,
  )

/** An answer whose sender got no reply from the provider, or crashed. */
export const leaseAnswer = (
  queries: Queries,
  mode: PaymentMode,
  { now, until }: { now: Date; until: Date },
) =>
  queries.row(
    answerRow,
    sql`update dispute_answer set leased_until = ${until}
      where (campaign_id, mode, dispute_id, number) = (
        select campaign_id, mode, dispute_id, number from dispute_answer
        where state = 'sending' and mode = ${mode} and leased_until <= ${now}
        order by created_at limit 1 for update skip locked)
      returning ${answerColumns}`,
  )

type Ending = {
  state: Exclude<AnswerRow['state'], 'sending'>
  refusal?: string
  file?: { fileName: string; evidenceId: number | null }
  at: Date
}

export async function endAnswer(
  queries: Queries,
  mode: PaymentMode,
  { campaignId, disputeId, number }: AnswerRow,
  { state, refusal, file, at }: Ending,
): Promise<void> {
  await queries.run(sql`
    update dispute_answer set state = ${state}, refusal = ${refusal ?? null}, file_name = ${file?.fileName ?? null},
      evidence_id = ${file?.evidenceId ?? null}::bigint, answered_at = ${at}, leased_until = null
    where campaign_id = ${campaignId} and mode = ${mode} and dispute_id = ${disputeId} and number = ${number} and state = 'sending'`)
}
