import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

/** A donor's bank asks for a payment back. */
export type ProviderDispute = {
  disputeId: number
  transactionId: number | null
  reference: string | null
  mode: PaymentMode
  /** What is asked back; null until the provider says how much. */
  refundAmount: Kobo | null
  currency: string | null
  /** awaiting-merchant-feedback, awaiting-bank-feedback, pending, resolved or archived. */
  status: string
  /** merchant-accepted, auto-accepted or declined, once resolved. */
  resolution: string | null
  category: string | null
  /** After this the provider accepts in our place. */
  dueAt: Date | null
  resolvedAt: Date | null
  createdAt: Date | null
}

export type DisputeAnswer =
  | { kind: 'done'; dispute: ProviderDispute }
  | { kind: 'refused'; message: string }

type DisputeEvidence = {
  customerEmail: string
  customerName: string
  customerPhone: string
  /** What the donor paid for, and how they know. */
  serviceDetails: string
}

type EvidenceAnswer = { kind: 'added'; evidenceId: number } | { kind: 'refused'; message: string }

export interface Disputes {
  /** Undefined for a dispute the provider does not know. */
  find: (disputeId: number) => Promise<ProviderDispute | undefined>
  /** Disputes raised since then, all pages. One may come twice. */
  listSince: (from: Date) => AsyncIterable<ProviderDispute>
  addEvidence: (disputeId: number, evidence: DisputeEvidence) => Promise<EvidenceAnswer>
  /** Gives the money back without a fight. */
  accept: (
    disputeId: number,
    answer: { message: string; refundAmount: Kobo },
  ) => Promise<DisputeAnswer>
  /** Says no, with evidence that was added before or a file that was uploaded. */
  decline: (
    disputeId: number,
    answer: { message: string; uploadedFilename: string; evidenceId?: number },
  ) => Promise<DisputeAnswer>
}
