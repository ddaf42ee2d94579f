import type { Behaviour } from '../faults/behaviour.ts'
import type { Settlement } from '../state/settlements.ts'

export function toSettlementResponse(
  settlement: Settlement,
  { deductionsShape }: Pick<Behaviour, 'deductionsShape'>,
) {
  return {
    id: settlement.id,
    domain: 'test',
    status: settlement.status,
    currency: 'NGN',
    integration: 1,
    total_amount: settlement.total_amount,
    effective_amount: settlement.effective_amount,
    total_fees: settlement.total_fees,
    total_processed: settlement.total_amount + settlement.total_fees,
    deductions: toDeductions(settlement.deductions, deductionsShape),
    settlement_date: settlement.settlement_date.toISOString(),
    settled_by: null,
    createdAt: settlement.created_at.toISOString(),
    updatedAt: settlement.updated_at.toISOString(),
  }
}

/** Real deductions were never seen, so their shape is unknown. */
function toDeductions(amount: number, shape: Behaviour['deductionsShape']): unknown {
  if (amount === 0 || shape === 'null') return null
  const deduction = { amount, reason: 'refund' }
  return { number: amount, text: String(amount), object: deduction, list: [deduction] }[shape]
}
