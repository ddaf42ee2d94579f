import * as z from 'zod/mini'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { ProviderPayment } from '../../../providers/payments/provider-payment.ts'
import type { ProviderRefund } from '../../../providers/payments/refunds.ts'
import { transferTerms } from '../../../providers/payments/split-terms.ts'
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

const reversedSchema = z.object({ kobo: z.int(), entries: z.int() })

/**
 * Books the refund of a quarantined transfer while it is processed, and the opposite when it fails afterwards. It is always of the whole
 * transfer, and the owner bears it like that of a donation.
 */
export async function bookQuarantinedRefund(
  deps: LedgerDeps,
  queries: Transaction,
  { campaignId, refund }: { campaignId: string; refund: ProviderRefund },
): Promise<void> {
  const { mode, refundId, amount, refundedAt, status } = refund
  await lockPosition(queries, { campaignId, mode })
  const key = `refund:${mode}:${refundId}`
  const booked = await queries.row(
    reversedSchema,
    sql`select coalesce(-sum(donor_clearing_kobo), 0)::bigint as kobo, count(*)::integer as entries from ledger_entry
        where campaign_id = ${campaignId} and starts_with(kind, 'quarantined_refund') and reversal_key = ${key}`,
  )
  const { kobo = 0, entries = 0 } = booked ?? {}
  const change = (status === 'processed' ? amount : 0) - kobo
  if (change === 0) return
  const kind = change > 0 ? 'quarantined_refund' : 'quarantined_refund_undo'
  await bookEntry(deps, queries, {
    kind,
    effectKey: `${kind}:${mode}:${refundId}${entries > 0 ? `:${entries}` : ''}`,
    campaignId,
    postings: toPostings.reversal({ donor: change, owner: change }),
    memo: null,
    effectiveAt: entries > 0 ? deps.now() : (refundedAt ?? deps.now()),
    source: 'sweep',
    reversal: { key, raised: 0, donorChange: 0 },
  })
}
