import type { Payments } from '#server/providers/payments/payments.ts'

import type { TestMeans } from './charge.ts'

export type Rehearsal = {
  payments: Payments
  /** Pays by a test card or the test bank and returns the provider's last status. */
  charge: (payment: Record<string, unknown>, means: TestMeans) => Promise<string>
  startedAt: Date
  /** Called between two readings of refunds that have not ended. */
  pause: (attempt: number) => Promise<void>
  /** The sandbox settles payments and raises disputes on request; the provider's test mode does neither. */
  settleAndDispute?: (reference: string) => Promise<void>
  report: (finding: string) => void
}

/** Start of every reference of a rehearsal. */
export const toReferences = (startedAt: Date) => `rehearsal-${startedAt.getTime().toString(36)}-`

export type Paid = { reference: string; means: string; transactionId: number }

/** Says where an outcome is not what the provider publishes. */
export const toVerdict = (found: string, expected: string) =>
  found === expected ? '' : ` (differs: ${expected} was expected)`
