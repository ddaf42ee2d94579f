import { randomUUID } from 'node:crypto'

import { sql } from '../database/sql.ts'
import type { ProviderDispute } from '../providers/payments/disputes.ts'
import type { ProviderPayment } from '../providers/payments/payments.ts'
import type { ProviderRefund } from '../providers/payments/refunds.ts'
import type { PaymentOutcome } from './payment-answer.ts'
import type { DonationDue } from './donation-row.ts'
import type { Books } from './ledger-deps.ts'

type Finding = {
  payment: ProviderPayment
  donation: DonationDue | undefined
  reasons: readonly string[]
}

/** Where a payment differs from what we asked for. A donor who also paid the card fee is charged more than was requested, never less. */
export function mismatches(due: DonationDue, seen: ProviderPayment): string[] {
  const wrong = {
    mode: seen.mode !== due.mode,
    currency: seen.currency !== 'NGN',
    amount: seen.requestedAmount !== due.amount || seen.amount < due.amount,
    'sub-account': seen.subAccountCode !== due.subAccountCode,
  }
  return Object.entries(wrong)
    .filter(([, differs]) => differs)
    .map(([reason]) => reason)
}

/** Keeps what does not fit for a person to decide: once for each transaction and reason, however often it is seen. */
export async function quarantinePayment(
  { database, now }: Books,
  { payment, donation, reasons }: Finding,
): Promise<PaymentOutcome> {
  const expected = donation && {
    mode: donation.mode,
    currency: 'NGN',
    amount: donation.amount,
    subAccountCode: donation.subAccountCode,
  }
  await database.transaction(async ({ run }) => {
    await run(sql`
      insert into quarantine (id, mode, reference, transaction_id, campaign_id, donation_id, reason, expected, seen, created_at)
      values (
        ${randomUUID()}, ${payment.mode}, ${payment.reference}, ${payment.transactionId}, ${donation?.campaignId ?? null},
        ${donation?.id ?? null}, ${reasons.join(', ')}, ${expected ?? null}, ${payment}, ${now()})
      on conflict do nothing`)
    if (donation)
      await run(sql`
        update donation set state = 'quarantined', next_check_at = null
        where campaign_id = ${donation.campaignId} and id = ${donation.id}
          and state not in ('paid', 'quarantined')`)
  })
  return 'quarantined'
}

/** A refund or dispute of another world or currency takes nothing from what was raised. */
export async function quarantineReturn(
  { database, now, mode }: Books,
  { seen, reason }: { seen: ProviderRefund | ProviderDispute; reason: 'refund' | 'dispute' },
): Promise<'quarantined'> {
  const number = 'refundId' in seen ? seen.refundId : seen.disputeId
  await database.run(sql`
    insert into quarantine (id, mode, reference, transaction_id, reason, seen, created_at)
    values (
      ${randomUUID()}, ${mode}, ${seen.reference ?? ''}, ${seen.transactionId ?? 0}, ${`${reason} ${number}`}, ${seen},
      ${now()})
    on conflict do nothing`)
  return 'quarantined'
}
