import * as z from 'zod/mini'

import { kobo, type Kobo } from '#shared/money.ts'

import { sql } from '../../platform/database/sql.ts'
import { accessCodePattern, type DonationKey } from '../ledger/provider-report.ts'
import { PaymentsUnavailable } from '../../providers/payments/payments.ts'
import { advanceRefund } from './advance-refund.ts'
import { isInDonorPeriod, toDonorRefund, type DonorRefund } from './donor-refunds.ts'
import type { RefundDeps } from './refund-deps.ts'
import {
  keepLease,
  postponeRefund,
  refundColumns,
  refundRowSchema,
  type RefundRow,
} from './refund-rows.ts'
import { findRefundable } from './refundable-amounts.ts'
import { storeRefund, type RefundRequest } from './request-refund.ts'
import { previewRefund } from './views/preview-refund.ts'
import { pauseIfThrottled, runRefunds } from './run-refunds.ts'

export type RefundOutcome =
  | { kind: 'requested'; refund: { id: string; amount: Kobo; state: 'waiting' | 'queued' } }
  | { kind: 'refused'; message: string }
  | { kind: 'closed' | 'too-large' | 'over-limit' }

const refundableSchema = z.object({
  campaignId: z.string(),
  id: z.string(),
  ownerUid: z.string(),
  donorUid: z.nullable(z.string()),
})
/** Only the donor knows the access code, so `foundBy` decides whether a guest may request the refund. */
export type RefundableDonation = z.output<typeof refundableSchema> & {
  foundBy: 'id' | 'accessCode'
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type Refunds = ReturnType<typeof openRefunds>

/** Refunds that are requested on Ajo. */
export function openRefunds(deps: RefundDeps) {
  const { database, now, payments, settings } = deps
  const columns = sql`donation.campaign_id as "campaignId", donation.id, donation.owner_uid as "ownerUid", donation.donor_uid as "donorUid"`

  return {
    async findRefundableDonation(id: string): Promise<RefundableDonation | undefined> {
      const foundBy = uuidPattern.test(id) ? 'id' : 'accessCode'
      if (foundBy === 'accessCode' && !accessCodePattern.test(id)) return undefined
      const donation = await database.row(
        refundableSchema,
        foundBy === 'id'
          ? sql`select ${columns} from donation where id = ${id}`
          : sql`select ${columns} from donation_access_code access
                join donation on donation.campaign_id = access.campaign_id and donation.id = access.donation_id
                where access.access_code = ${id}`,
      )
      return donation && { ...donation, foundBy }
    },

    /** What the donor would get back now. Undefined if the donor cannot request a refund. */
    async quoteDonorRefund(
      donation: DonationKey,
    ): Promise<(DonorRefund & { total: Kobo }) | undefined> {
      const refundable = await findRefundable(database, donation)
      if (refundable?.mode !== payments.mode || refundable.isDisputed) return undefined
      if (!isInDonorPeriod(refundable, now()) || refundable.amount <= 0) return undefined
      const total = kobo(refundable.amount)
      return { ...toDonorRefund(refundable, total, settings), total }
    },

    /** Who pays what if the organiser or an admin refunds this amount, or all that is left. */
    previewRefund: (donation: DonationKey, amount: Kobo | undefined) =>
      previewRefund(deps, donation, amount),

    /** Stores the refund and sends it. If it cannot be sent now, it waits, and a job sends it. */
    async requestRefund(request: RefundRequest): Promise<RefundOutcome> {
      const outcome = await storeRefund(deps, request)
      if (!('refund' in outcome)) return outcome
      const { kind, refund } = outcome
      if (kind === 'new' && refund.leaseToken !== null) await sendNow(deps, refund)
      return toOutcome((await findRefund(refund)) ?? refund)
    },

    /** Sends, watches and retries what is due. */
    runRefunds: (signal?: AbortSignal) => runRefunds(deps, signal),
  }

  function findRefund({ campaignId, id }: RefundRow) {
    return database.row(
      refundRowSchema,
      sql`select ${refundColumns} from refund where campaign_id = ${campaignId} and id = ${id}`,
    )
  }
}

/** Sends a refund for the person who waits for the answer, unless others have used up the rate. */
async function sendNow(deps: RefundDeps, refund: RefundRow): Promise<void> {
  using lease = keepLease(deps.database, refund)
  if ((await deps.pace.take()) > 0)
    return postponeRefund(deps.database, refund, { afterSeconds: 0 })
  try {
    await advanceRefund({ ...deps, isAwaited: true }, refund, lease)
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error
    await pauseIfThrottled(deps, error)
    await postponeRefund(deps.database, refund, { afterSeconds: 60 })
  }
}

function toOutcome({ id, amount, state, refusal }: RefundRow): RefundOutcome {
  switch (state) {
    case 'given-up':
      return { kind: 'refused', message: refusal ?? '' }
    case 'requested':
    case 'held':
    case 'sent':
    case 'failed':
      return { kind: 'requested', refund: { id, amount, state: 'waiting' } }
    case 'known':
    case 'needs-attention':
    case 'processed':
      return { kind: 'requested', refund: { id, amount, state: 'queued' } }
  }
}
