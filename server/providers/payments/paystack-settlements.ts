import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'

import type { ProviderSettlement, Settlements } from './payments.ts'
import {
  amountSchema,
  dateSchema,
  idSchema,
  toMode,
  toPayment,
  parseResponse,
} from './paystack-responses.ts'
import type { Call } from './paystack-http.ts'
import { rowsByPage } from './paystack-lists.ts'

export function paystackSettlements(call: Call, mode: PaymentMode): Settlements {
  return {
    listSince: async function* (from) {
      for await (const row of rowsByPage(call, '/settlement', { from: from.toISOString() }))
        yield toSettlement(row, mode)
    },
    listPayments: async function* (settlementId) {
      for await (const row of rowsByPage(call, `/settlement/${settlementId}/transactions`, {}))
        yield toPayment(row, mode)
    },
  }
}

const settlementSchema = z.object({
  id: idSchema,
  domain: z.string(),
  status: z.string(),
  currency: z.string(),
  total_amount: amountSchema,
  effective_amount: amountSchema,
  total_fees: z.nullish(amountSchema),
  settlement_date: z.optional(dateSchema),
})

function toSettlement(data: unknown, mode: PaymentMode): ProviderSettlement {
  const settlement = parseResponse(settlementSchema, data)
  return {
    settlementId: settlement.id,
    mode: toMode(settlement.domain, mode),
    status: settlement.status,
    currency: settlement.currency,
    total: settlement.total_amount,
    effective: settlement.effective_amount,
    fees: settlement.total_fees ?? kobo(0),
    settledAt: settlement.settlement_date ?? null,
  }
}
