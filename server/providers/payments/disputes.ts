import type { PaymentMode } from '#shared/donation.ts'
import type { Kobo } from '#shared/money.ts'

import type { ListOptions } from './unreadable-row.ts'

export type ProviderDispute = {
  disputeId: number
  transactionId: number | null
  reference: string | null
  mode: PaymentMode
  /** Disputed amount; null until the provider reports it. */
  refundAmount: Kobo | null
  currency: string | null
  /** awaiting-merchant-feedback, awaiting-bank-feedback, pending, resolved or archived. */
  status: string
  /** merchant-accepted, auto-accepted or declined, once resolved. */
  resolution: string | null
  category: string | null
  /** The provider accepts the dispute after this time. */
  dueAt: Date | null
  resolvedAt: Date | null
  createdAt: Date | null
}

type DisputeState = Pick<ProviderDispute, 'status' | 'resolution'>

export const isOpen = ({ status }: Pick<DisputeState, 'status'>): boolean =>
  status !== 'resolved' && status !== 'archived'

const lostResolutions = ['merchant-accepted', 'auto-accepted']

/** The bank returned the money to the donor. */
export const isLost = (dispute: DisputeState): boolean =>
  !isOpen(dispute) && lostResolutions.includes(dispute.resolution ?? '')

export type DisputeResult =
  | { kind: 'done'; dispute: ProviderDispute }
  | { kind: 'refused'; message: string }

type DisputeEvidence = {
  customerEmail: string
  customerName: string
  customerPhone: string
  /** What the donor paid for and how they were informed. */
  serviceDetails: string
}

/** A PDF. */
type DisputeFile = { name: string; bytes: Uint8Array }
type UploadResult = { kind: 'uploaded'; fileName: string } | { kind: 'refused'; message: string }

type EvidenceResult = { kind: 'added'; evidenceId: number } | { kind: 'refused'; message: string }

export interface Disputes {
  /** Undefined if the provider has no such dispute. */
  find: (disputeId: number) => Promise<ProviderDispute | undefined>
  /** Disputes raised since `from`, all pages. A dispute can appear twice. */
  listSince: (from: Date, options?: ListOptions) => AsyncIterable<ProviderDispute>
  /** Returns the name by which `decline` refers to the file. */
  uploadFile: (disputeId: number, file: DisputeFile) => Promise<UploadResult>
  addEvidence: (disputeId: number, evidence: DisputeEvidence) => Promise<EvidenceResult>
  /** Accepts the dispute and refunds the amount. */
  accept: (
    disputeId: number,
    resolution: { message: string; refundAmount: Kobo },
  ) => Promise<DisputeResult>
  /** Declines with evidence that was added before or with an uploaded file. */
  decline: (
    disputeId: number,
    resolution: { message: string; uploadedFilename: string; evidenceId?: number },
  ) => Promise<DisputeResult>
}
