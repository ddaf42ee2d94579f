import type { Database } from '../../platform/database/database.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { DisputeResult, ProviderDispute } from '../../providers/payments/disputes.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import {
  endAnswer,
  findDispute,
  isOurTurn,
  type AnswerRow,
  type DisputeRow,
} from './dispute-rows.ts'
import { collectEvidence, type EvidenceDeps, evidencePdf } from './dispute-answers.ts'

export type SendDeps = EvidenceDeps & {
  database: Database
  payments: Pick<Payments, 'disputes' | 'mode'>
  ledger: Pick<Ledger, 'applyDispute'>
  publicUrl: string
  now: () => Date
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
