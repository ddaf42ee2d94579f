import * as z from 'zod/mini'

import type { Transaction } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import type { ProviderPayment } from '../../providers/payments/provider-payment.ts'
import type { ProviderRefund } from '../../providers/payments/refunds.ts'
import { transferTerms } from '../../providers/payments/split-terms.ts'
import { toPostings } from '../chart/postings.ts'
import { bookEntry } from './book-entry.ts'
import type { LedgerDeps } from './ledger-deps.ts'
import { lockPosition } from './position-lock.ts'
import { toOwnerShare } from './provider-payment.ts'

const bookedSchema = z.object({
  net: z.int(),
  owner: z.int(),
  fee: z.int(),
  entries: z.int(),
})

/**
 * Books what the provider gave a campaign of a quarantined transfer, as the difference to what is booked of it. It raises nothing, but the
 * provider pays it out with the next settlement. The campaign's organiser is in the row of the quarantined payment.
 */
export async function bookQuarantined(
  deps: LedgerDeps,
  queries: Transaction,
  { campaignId, payment }: { campaignId: string; payment: ProviderPayment },
): Promise<void> {
  const { amount, fees, split, transactionId, paidAt } = payment
  const { mode, now } = deps
  await lockPosition(queries, { campaignId, mode })
  const key = `quarantined:${mode}:${transactionId}`
  const booked = await findBooked(queries, campaignId, key)
  const fee = fees ?? booked.fee
  const owner = toOwnerShare({ charged: amount, fees: fee, terms: transferTerms, split })
  const change = {
    net: amount - fee - booked.net,
    owner: owner - booked.owner,
    fee: fee - booked.fee,
  }
  if (change.net === 0 && change.owner === 0) return
  await bookEntry(deps, queries, {
    kind: 'quarantined',
    effectKey: booked.entries > 0 ? `${key}:${booked.entries}` : key,
    campaignId,
    postings: toPostings.quarantined(change),
    memo: null,
    effectiveAt: booked.entries > 0 ? now() : (paidAt ?? now()),
    source: 'sweep',
  })
}

async function findBooked(queries: Transaction, campaignId: string, key: string) {
  const found = await queries.row(
    bookedSchema,
    sql`select coalesce(sum(provider_balance_kobo), 0)::bigint as net, coalesce(sum(owner_kobo), 0)::bigint as owner,
          coalesce(sum(fee_kobo), 0)::bigint as fee, count(*)::integer as entries
        from ledger_entry
        where campaign_id = ${campaignId} and kind = 'quarantined' and (effect_key = ${key} or starts_with(effect_key, ${key} || ':'))`,
  )
  if (found === undefined) throw new Error('a sum of entries returned no row')
  return found
}

/** Books the processed refund of a quarantined transfer, which is always of all of it. The owner bears it like that of a donation. */
export async function bookQuarantinedRefund(
  deps: LedgerDeps,
  queries: Transaction,
  { campaignId, refund }: { campaignId: string; refund: ProviderRefund },
): Promise<void> {
  const { mode, refundId, amount, refundedAt } = refund
  await bookEntry(deps, queries, {
    kind: 'quarantined_refund',
    effectKey: `quarantined_refund:${mode}:${refundId}`,
    campaignId,
    postings: toPostings.reversal({ donor: amount, owner: amount }),
    memo: null,
    effectiveAt: refundedAt ?? deps.now(),
    source: 'sweep',
    reversal: { key: `refund:${mode}:${refundId}`, raised: 0, donorChange: 0 },
  })
}
