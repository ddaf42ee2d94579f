import * as z from 'zod/mini'

import { letterSchema, type DisputeEvidence } from '#shared/dispute.ts'
import { toFullName } from '#shared/full-name.ts'
import { formatNaira } from '#shared/money.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { staffLanguage } from '../../platform/mail/write-mail.ts'
import { formatLagosTime } from '../../platform/runtime/lagos-time.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { ContentStore } from '../../providers/content/content.ts'
import type { DisputeResult, ProviderDispute, Payments } from '../../providers/payments/payments.ts'
import type { DonationKey } from '../ledger/provider-report.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { type Sheet, pdfSheet } from '../receipts/pdf-sheet.ts'
import { formatVerificationCode } from '../receipts/receipt-number.ts'
import type { Receipts } from '../receipts/receipts.ts'
import {
  type AnswerRow,
  type DisputeRow,
  endAnswer,
  findDispute,
  isOurTurn,
} from './dispute-rows.ts'

export type SendDeps = EvidenceDeps &
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
export async function sendAnswer(deps: SendDeps, answer: AnswerRow): Promise<void> {
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
  return `Donation to the campaign "${campaign.title}" of ${campaign.organiser} on Ajo.${number}`
}

export type EvidenceDeps = {
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
export async function collectEvidence(
  deps: EvidenceDeps,
  row: DisputeRow,
): Promise<DisputeEvidence> {
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
export function evidencePdf(options: Options): Promise<Buffer> {
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
