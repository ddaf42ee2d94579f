import { brand } from '#shared/brand.ts'
import * as z from 'zod/mini'

import {
  disputeAnswerSchema,
  disputeResolutions,
  type disputeStates,
  type Dispute,
  type DisputeAnswer,
  type DisputeListItem,
  letterSchema,
  type DisputeEvidence,
} from '#shared/dispute.ts'
import { type PaymentMode, paymentModes } from '#shared/donation.ts'
import { koboSchema } from '#shared/kobo-schema.ts'
import { invalid } from '#shared/text/invalid.ts'
import { type Conflict, reviewConflicts } from '#shared/moderation.ts'
import { type Kobo, kobo, formatNaira } from '#shared/money.ts'
import type { StaffListQuery } from '#shared/staff-list.ts'
import { toFullName } from '#shared/full-name.ts'

import type { Queries, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  isOpen,
  PaymentsUnavailable,
  type DisputeResult,
  type ProviderDispute,
  type Payments,
} from '../../providers/payments/payments.ts'
import { Refused, fieldError } from '../../platform/http/context.ts'
import { readListPage } from '../../platform/lists/list-page.ts'
import type { Actor, Reviewer, User } from '../../platform/policy/actor.ts'
import type { Task } from '../../platform/queue/queue.ts'
import type { Conflicts } from '../../staff/moderation/conflicts.ts'
import { findRefundable } from '../refunds/refund-rows.ts'
import type { Foundation } from '../../providers/foundation.ts'
import { staffLanguage, writeMail } from '../../platform/mail/write-mail.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { DonationKey } from '../ledger/provider-report.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type Sheet, pdfSheet } from '../receipts/pdf-sheet.ts'
import type { Receipts } from '../receipts/receipts.ts'
import { formatVerificationCode } from '../receipts/receipt-number.ts'
import type { Mail } from '../../platform/mail/mail.ts'

const disputeRow = z.object({
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
type DisputeRow = z.output<typeof disputeRow>

const columns = sql`dispute.mode, dispute.campaign_id as "campaignId", dispute.donation_id as "donationId",
  donation.owner_uid as "ownerUid", donation.donor_uid as "donorUid",
  donation.campaign_title as campaign, donation.amount_kobo as donated,
  dispute.refund_kobo as amount, dispute.status, dispute.resolution, dispute.category, dispute.due_at as "dueAt",
  dispute.resolved_at as "resolvedAt"`
const joined = sql`provider_dispute dispute
  join donation on donation.campaign_id = dispute.campaign_id and donation.id = dispute.donation_id`

/** Our answer is due. With other states the bank decides, or the dispute has ended. */
const awaitingUs = ['awaiting-merchant-feedback', 'pending']
const isOurTurn = ({ status }: { status: string }) => awaitingUs.includes(status)
export const isAwaitingUs = sql`dispute.status = any(${awaitingUs})`

/** Those that wait for an answer first, by deadline. */
const toDisputeList = (mode: PaymentMode) => ({
  items: [
    sql`select dispute.dispute_id::text as id, case when ${isAwaitingUs} then 0 else 1 end as rank,
          coalesce(dispute.due_at, dispute.resolved_at, timestamptz 'epoch') as at,
          case when ${isAwaitingUs} then 'open' when dispute.status in ('resolved', 'archived') then 'resolved' else 'answered' end as kind,
          concat_ws(' ', dispute.dispute_id, donation.campaign_title, donation.reference) as words, ${columns}
        from ${joined}
        where dispute.mode = ${mode}`,
  ],
})

const findDispute = (queries: Queries, mode: PaymentMode, id: number) =>
  queries.row(
    disputeRow,
    sql`select dispute.dispute_id as id, ${columns} from ${joined} where dispute.mode = ${mode} and dispute.dispute_id = ${id}`,
  )

function toState(
  { status, dueAt }: Pick<DisputeRow, 'status' | 'dueAt'>,
  now: Date,
): (typeof disputeStates)[number] {
  if (!isOpen({ status })) return 'resolved'
  if (!isOurTurn({ status })) return 'answered'
  return dueAt !== null && dueAt <= now ? 'late' : 'open'
}

/** The provider may add resolutions that we do not know. */
function toResolution(text: string | null) {
  if (text === null) return null
  return disputeResolutions.find((resolution) => resolution === text) ?? 'unknown'
}

const answerRow = z.extend(z.omit(disputeAnswerSchema, { at: true, name: true }), {
  campaignId: z.string(),
  disputeId: z.int(),
  number: z.int(),
  actorUid: z.string(),
  createdAt: z.date(),
})
type AnswerRow = z.output<typeof answerRow>

const answerColumns = sql`campaign_id as "campaignId", dispute_id as "disputeId", number, kind, message, refund_kobo as refund, state,
  refusal, actor_uid as "actorUid", created_at as "createdAt"`

/** Oldest first. */
const listAnswers = (
  queries: Queries,
  { id, mode, campaignId }: Pick<DisputeRow, 'id' | 'mode' | 'campaignId'>,
): Promise<AnswerRow[]> =>
  queries.rows(
    answerRow,
    sql`select ${answerColumns} from dispute_answer
      where campaign_id = ${campaignId} and mode = ${mode} and dispute_id = ${id} order by number`,
  )

type AnswerToInsert = Pick<AnswerRow, 'kind' | 'message' | 'refund' | 'actorUid'> & {
  dispute: DisputeRow
  at: Date
  leasedUntil: Date
}

/** Undefined while an earlier answer is being sent. */
const insertAnswer = (queries: Transaction, answer: AnswerToInsert) =>
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
const leaseAnswer = (
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

async function endAnswer(
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
  const row = await queries.value(
    z.int(),
    sql`select (
          (select coalesce(max((seen ->> 'amount')::bigint), 0) from quarantined_payment
            where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode})
          - (select coalesce(sum(amount_kobo), 0) from provider_refund
            where campaign_id = ${campaignId} and donation_id = ${donationId} and mode = ${mode} and status <> 'failed'))::bigint as left`,
  )
  return kobo(Math.max(0, row ?? 0))
}

type SendDeps = EvidenceDeps &
  Pick<Foundation, 'database' | 'publicUrl' | 'now'> & {
    payments: Pick<Payments, 'disputes' | 'mode'>
    ledger: Pick<Ledger, 'applyDispute'>
  }

type File = { fileName: string; evidenceId: number | null }
type Sent = { result: DisputeResult; file?: File }

/** Donors give no phone number, which the provider's form requires. */
const noPhone = 'Not collected'

/**
 * Sends an answer that is stored. The provider is asked first, so that an answer whose response was lost is not sent twice. Throws
 * while the provider is unavailable; the answer is sent again later.
 */
async function sendAnswer(deps: SendDeps, answer: AnswerRow): Promise<void> {
  const { payments, now } = deps
  const row = await findDispute(deps.database, payments.mode, answer.disputeId)
  const askedAt = now()
  const known = await payments.disputes.find(answer.disputeId)
  if (!row || !known) return end(deps, answer, { state: 'refused', refusal: 'Dispute not found' })
  // A dispute that the bank took up again may still show how it ended before.
  if (known.resolution !== null && !isOurTurn(known))
    return recordEarlier(deps, answer, { known, askedAt })
  if (known.dueAt !== null && known.dueAt <= askedAt)
    return end(deps, answer, { state: 'too-late' })
  const sentAt = now()
  const { result, file } = await (answer.kind === 'accept'
    ? accept(deps, answer)
    : decline(deps, answer, row))
  if (result.kind === 'refused')
    return end(deps, answer, { state: 'refused', refusal: result.message })
  await apply(deps, result.dispute, sentAt)
  return end(deps, answer, { state: 'sent', ...(file && { file }) })
}

/** The dispute has ended: by this answer, whose response was lost, or without it. */
async function recordEarlier(
  deps: SendDeps,
  answer: AnswerRow,
  { known, askedAt }: { known: ProviderDispute; askedAt: Date },
): Promise<void> {
  await apply(deps, known, askedAt)
  const ours = answer.kind === 'accept' ? 'merchant-accepted' : 'declined'
  const state = known.resolution === ours ? 'sent' : 'too-late'
  await end(deps, answer, { state })
}

const apply = ({ ledger }: SendDeps, dispute: ProviderDispute, askedAt: Date) =>
  ledger.applyDispute({ dispute, source: 'check', askedAt })

const end = (
  deps: SendDeps,
  answer: AnswerRow,
  ending: Omit<Parameters<typeof endAnswer>[3], 'at'>,
) => endAnswer(deps.database, deps.payments.mode, answer, { ...ending, at: deps.now() })

async function accept({ payments }: SendDeps, answer: AnswerRow): Promise<Sent> {
  const { disputeId, message, refund } = answer
  if (refund === null) throw new Error('an acceptance has an amount')
  return { result: await payments.disputes.accept(disputeId, { message, refundAmount: refund }) }
}

/** The file is what counts. Evidence in fields is added where the provider takes it. */
async function decline(deps: SendDeps, answer: AnswerRow, row: DisputeRow): Promise<Sent> {
  const { disputes } = deps.payments
  const { disputeId, message } = answer
  const evidence = await collectEvidence(deps, row)
  const { publicUrl } = deps
  const pdf = { disputeId, evidence, message, publicUrl, createdAt: answer.createdAt }
  const name = `ajo-dispute-${disputeId}.pdf`
  const uploaded = await disputes.uploadFile(disputeId, { name, bytes: await evidencePdf(pdf) })
  if (uploaded.kind === 'refused') return { result: uploaded }
  const { fileName } = uploaded
  const added = await disputes.addEvidence(disputeId, {
    customerEmail: evidence.donor.email,
    customerName: evidence.donor.name || evidence.donor.email,
    customerPhone: noPhone,
    serviceDetails: toServiceDetails(evidence),
  })
  const evidenceId = added.kind === 'added' ? added.evidenceId : null
  const fields = { message, uploadedFilename: fileName, ...(evidenceId !== null && { evidenceId }) }
  return { result: await disputes.decline(disputeId, fields), file: { fileName, evidenceId } }
}

function toServiceDetails({ campaign, receipt }: Awaited<ReturnType<typeof collectEvidence>>) {
  const number = receipt === null ? '' : ` Receipt ${receipt.number} was mailed to the donor.`
  return `Donation to the campaign "${campaign.title}" of ${campaign.organiser} on ${brand}.${number}`
}

type EvidenceDeps = {
  database: Queries
  content: Pick<ContentStore, 'findCampaign' | 'findUserByUid'>
  receipts: Pick<Receipts, 'findReceipt'>
  sealing: Pick<Sealing, 'open'>
}

const factsRow = z.object({
  reference: z.string(),
  name: z.string(),
  emailSealed: z.instanceof(Buffer),
  slug: z.string(),
  paidAt: z.date(),
  channel: z.nullable(z.string()),
})

/** What we know about the donation that a bank disputes, and what was written about it. */
async function collectEvidence(deps: EvidenceDeps, row: DisputeRow): Promise<DisputeEvidence> {
  const donation = { campaignId: row.campaignId, id: row.donationId }
  const [facts, receipt, correspondence] = await Promise.all([
    findFacts(deps.database, donation),
    deps.receipts.findReceipt(donation),
    listCorrespondence(deps.database, donation),
  ])
  if (!facts) throw new Error('a dispute has a donation')
  const { reference, name, emailSealed, slug, paidAt, channel } = facts
  return {
    reference,
    donor: { name, email: deps.sealing.open('donor-email', emailSealed) },
    donated: row.donated,
    paidAt: paidAt.toISOString(),
    channel,
    receipt: receipt ? { number: receipt.facts.number, code: receipt.facts.code } : null,
    campaign: await describeCampaign(deps, row, slug),
    correspondence,
  }
}

/** A deleted campaign is described by what the donation keeps of it. */
async function describeCampaign(
  { content }: EvidenceDeps,
  { campaignId, ownerUid, campaign: title }: DisputeRow,
  slug: string,
): Promise<DisputeEvidence['campaign']> {
  const [campaign, owner] = await Promise.all([
    content.findCampaign(campaignId),
    content.findUserByUid(ownerUid),
  ])
  const raiseMoneyFor = campaign?.raiseMoneyFor ?? ''
  return { title, slug: campaign?.slug ?? slug, organiser: toFullName(owner), raiseMoneyFor }
}

const findFacts = (queries: Queries, { campaignId, id }: DonationKey) =>
  queries.row(
    factsRow,
    sql`select donation.reference, donor_name as name, donor_email_sealed as "emailSealed", campaign_slug as slug,
          coalesce(charge.effective_at, donation.created_at) as "paidAt", payment.channel
        from donation
        left join ledger_entry charge on charge.campaign_id = donation.campaign_id and charge.donation_id = donation.id
          and charge.kind = 'charge'
        left join provider_payment payment on payment.campaign_id = donation.campaign_id and payment.donation_id = donation.id
        where donation.campaign_id = ${campaignId} and donation.id = ${id}`,
  )

/** The receipt, the organiser's thank-you messages, and what was asked about refunds. Oldest first. */
const listCorrespondence = (queries: Queries, { campaignId, id }: DonationKey) =>
  queries.rows(
    letterSchema,
    sql`select kind, at, text from (
          select 'receipt' as kind, issued_at as at, number as text from receipt
            where campaign_id = ${campaignId} and donation_id = ${id}
          union all
          select 'thank-you', delivery.sent_at, message.message
            from thank_you_delivery delivery
            join thank_you_message message on message.campaign_id = delivery.campaign_id and message.id = delivery.message_id
            join donation on donation.campaign_id = delivery.campaign_id and donation.donor_key = delivery.donor_key
            where donation.campaign_id = ${campaignId} and donation.id = ${id} and message.created_at >= donation.created_at
          union all
          select 'refund-request', created_at, concat(requested_by, ': ', state, ' ', reason) from refund
            where campaign_id = ${campaignId} and donation_id = ${id}) letter
        order by at`,
  )

type Options = {
  disputeId: number
  evidence: DisputeEvidence
  message: string
  publicUrl: string
  createdAt: Date
}

const kinds = {
  receipt: 'Receipt issued and mailed to the donor',
  'thank-you': 'Message of the organiser to the donor',
  'refund-request': 'Refund requested',
} as const

/** The evidence as the bank reads it: a donation, its receipt, what it was for, and what was written about it. */
function evidencePdf(options: Options): Promise<Buffer> {
  const { disputeId, evidence, message, createdAt } = options
  return pdfSheet({
    title: `Evidence for dispute ${disputeId}`,
    language: staffLanguage,
    createdAt,
    write: (sheet) => {
      sheet.heading(`Evidence for dispute ${disputeId}`)
      for (const paragraph of message.split('\n\n')) sheet.paragraph(paragraph)
      writeRows(sheet, toRows(options))
      const { correspondence } = evidence
      if (correspondence.length === 0) return
      sheet.paragraph('Correspondence', 'strong')
      const letters = correspondence.map(({ kind, at, text }) => [
        `${formatLagosTime(new Date(at))}: ${kinds[kind]}`,
        text,
      ])
      writeRows(sheet, letters)
    },
  })
}

function toRows({ evidence, publicUrl }: Options): string[][] {
  const { donor, donated, reference, paidAt, channel, receipt, campaign } = evidence
  const code = receipt && formatVerificationCode(receipt.code)
  return [
    ['Donation', formatNaira(donated)],
    ['Reference', reference],
    ...(paidAt === null ? [] : [['Paid (Lagos time)', formatLagosTime(new Date(paidAt))]]),
    ...(channel === null ? [] : [['Channel', channel]]),
    ['Donor', `${donor.name} ${donor.email}`.trim()],
    ...(receipt === null ? [] : [['Signed receipt', receipt.number]]),
    ...(code === null
      ? []
      : [['Anyone can verify it', `${new URL('/verify', publicUrl).href}: ${code}`]]),
    ['Campaign', campaign.title],
    ['Organiser', campaign.organiser],
    ['Campaign page', new URL(`/c/${campaign.slug}`, publicUrl).href],
    ['What the money is for', campaign.raiseMoneyFor],
  ]
}

const nameWidth = 150

function writeRows(sheet: Sheet, rows: readonly string[][]) {
  sheet.table(
    rows.map(([name = '', value = '']) => [
      { text: name, x: 0, width: nameWidth, isHeading: true },
      { text: value, x: nameWidth + 10, width: sheet.width - nameWidth - 10 },
    ]),
  )
}

type AlertDeps = Pick<
  Foundation,
  'database' | 'outbox' | 'mode' | 'publicUrl' | 'adminEmail' | 'now'
>

const hourMs = 3_600_000
/** An answer that does not reach the provider for longer is as good as none. */
const sentWithinMs = 15 * 60_000
/** Hours before the deadline. A dispute that is opened later than one of them is announced with the next alarm. */
const alarmHours = [6, 24, 72]

const alertRow = z.object({
  id: z.int(),
  campaign: z.string(),
  amount: z.nullable(koboSchema),
  dueAt: z.nullable(z.date()),
})

/** Mails the admin when a dispute is opened, and 72, 24 and 6 hours before its deadline, after which it is lost. */
export function disputeAlerts(deps: AlertDeps) {
  const sendDisputeAlerts = () => send(deps)
  const task: Task = {
    name: 'send-dispute-alerts',
    lane: 'maintenance',
    cron: '* * * * *',
    run: sendDisputeAlerts,
  }
  return { sendDisputeAlerts, task }
}

async function send({ database, outbox, mode, publicUrl, adminEmail, now }: AlertDeps) {
  const disputes = await database.rows(
    alertRow,
    sql`select dispute.dispute_id as id, donation.campaign_title as campaign, dispute.refund_kobo as amount,
          dispute.due_at as "dueAt"
        from provider_dispute dispute
        join donation on donation.campaign_id = dispute.campaign_id and donation.id = dispute.donation_id
        where ${isAwaitingUs} and dispute.mode = ${mode} and (dispute.due_at is null or dispute.due_at > ${now()})
          and not exists (
            select from dispute_answer answer
            where answer.campaign_id = dispute.campaign_id and answer.mode = dispute.mode
              and answer.dispute_id = dispute.dispute_id and answer.state = 'sending'
              and answer.created_at > ${new Date(now().getTime() - sentWithinMs)})`,
  )
  for (const { id, ...dispute } of disputes) {
    const hours = toAlarm(dispute.dueAt, now())
    const url = new URL(`/dashboard/disputes/${id}`, publicUrl).href
    const mail = disputeMail(adminEmail, { ...dispute, hours, url })
    // The outbox sends one mail per key, so that each alarm is sent once although the task runs every minute.
    const key = `dispute ${mode} ${id} ${dispute.dueAt?.toISOString() ?? ''} ${hours ?? 'open'}`
    await database.transaction((queries) => outbox.enqueue(queries, mail, key))
  }
}

/** The next alarm that is due. Undefined earlier than all of them. */
function toAlarm(dueAt: Date | null, now: Date): number | undefined {
  if (dueAt === null) return undefined
  const left = dueAt.getTime() - now.getTime()
  return alarmHours.find((hours) => left <= hours * hourMs)
}

type DisputeFacts = {
  campaign: string
  amount: Kobo | null
  dueAt: Date | null
  /** How many hours are left at most. Undefined where there is more time. */
  hours: number | undefined
  url: string
}

/** To the admin. */
export function disputeMail(
  to: string,
  { campaign, amount, dueAt, hours, url }: DisputeFacts,
): Mail {
  const sum = amount === null ? 'a donation' : formatNaira(amount)
  const deadline = dueAt === null ? '' : ` by ${formatLagosTime(dueAt)} (Lagos)`
  const title = hours === undefined ? 'New dispute' : `Dispute due in less than ${hours} hours`
  return writeMail(
    { to, language: staffLanguage, reason: 'staff' },
    `${title}: respond${deadline}`,
    [
      `A donor's bank has disputed ${sum} to "${campaign}". Respond${deadline}, or the money is refunded automatically.`,
      'The page of the dispute has the evidence ready: decline with it, or accept the dispute.',
      { label: 'Answer the dispute', url },
    ],
  )
}
