import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { kobo, type Kobo } from '#shared/money.ts'

import type { Settlements } from './settlements.ts'
import {
  amountSchema,
  dateSchema,
  idSchema,
  toMode,
  toPayment,
  parseResponse,
} from './paystack-responses.ts'
import { signedAmountSchema } from './paystack-splits.ts'
import type { Call } from './paystack-http.ts'
import { parseRows, rowsByPage } from './paystack-lists.ts'

type PaystackSettlementDeps = {
  call: Call
  mode: PaymentMode
  findSubAccountId: (code: string) => Promise<number | undefined>
}

export function paystackSettlements(deps: PaystackSettlementDeps): Settlements {
  const { call, mode } = deps
  return {
    listSince: (from, subAccountCode, onUnreadable) => {
      const parse = (row: unknown) => ({ ...toSettlement(row, mode), subAccountCode })
      const rows = rowsOfParty(deps, from, subAccountCode)
      return parseRows(rows, { list: 'settlement', parse, onUnreadable })
    },
    listPayments: (settlementId, onUnreadable) => {
      const parse = (row: unknown) => toPayment(row, mode)
      const rows = rowsByPage(call, `/settlement/${settlementId}/transactions`, {})
      return parseRows(rows, { list: 'settlement payment', parse, onUnreadable })
    },
  }
}

/** The provider filters by a sub-account's numeric id, or by `none` for the main account. */
async function* rowsOfParty(
  { call, findSubAccountId }: PaystackSettlementDeps,
  from: Date,
  subAccountCode: string | null | undefined,
) {
  const filters: Record<string, string> = { from: from.toISOString() }
  if (subAccountCode === null) filters['subaccount'] = 'none'
  if (typeof subAccountCode === 'string') {
    const id = await findSubAccountId(subAccountCode)
    if (id === undefined) return
    filters['subaccount'] = String(id)
  }
  yield* rowsByPage(call, '/settlement', filters)
}

const settlementSchema = z.object({
  id: idSchema,
  domain: z.string(),
  status: z.string(),
  // Settlements of 2016 name no currency, because there was one, and no deductions.
  currency: z._default(z.string(), 'NGN'),
  total_amount: signedAmountSchema,
  effective_amount: z.nullish(signedAmountSchema),
  deductions: z.optional(z.unknown()),
  total_fees: z.nullish(amountSchema),
  settlement_date: z.optional(dateSchema),
})

function toSettlement(data: unknown, mode: PaymentMode) {
  const settlement = parseResponse(settlementSchema, data)
  const { total_amount: total } = settlement
  const effective = settlement.effective_amount ?? total
  return {
    settlementId: settlement.id,
    mode: toMode(settlement.domain, mode),
    status: settlement.status,
    currency: settlement.currency,
    total,
    // A negative payout is a debt that later settlements deduct; nothing is paid out.
    effective: kobo(Math.max(0, effective)),
    deductions: effective < 0 ? total : toDeductions(settlement.deductions, total, effective),
    fees: settlement.total_fees ?? kobo(0),
    settledAt: settlement.settlement_date ?? null,
  }
}

const deductedSchema = z.union([
  signedAmountSchema,
  z.pipe(
    z.object({ amount: signedAmountSchema }),
    z.transform(({ amount }) => amount),
  ),
])

/** A number, text, an object with an amount, or a list of those. Otherwise what is missing from the total. */
function toDeductions(value: unknown, total: Kobo, effective: Kobo): Kobo {
  const rows = Array.isArray(value) ? value : [value]
  const amounts = rows.map((row) => z.safeParse(deductedSchema, row).data)
  if (amounts.includes(undefined)) return kobo(total - effective)
  const sum = amounts.reduce<number>((all, amount = kobo(0)) => all + amount, 0)
  // Deductions may be written as negative amounts.
  return kobo(effective <= total ? Math.abs(sum) : -Math.abs(sum))
}
