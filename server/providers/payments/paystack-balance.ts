import * as z from 'zod/mini'

import type { BalanceChange, ProviderBalance } from './settlements.ts'
import { PaymentsUnavailable } from './payments.ts'
import { dateSchema, idSchema, parseResponse } from './paystack-responses.ts'
import { signedAmountSchema } from './paystack-splits.ts'
import type { Call } from './paystack-http.ts'
import { parseRows, rowsByPage } from './paystack-lists.ts'

const dayMs = 24 * 3_600_000

export function paystackBalance(call: Call, list: Call): ProviderBalance {
  return {
    current: async () => {
      const result = await call('GET', '/balance')
      if (result.kind === 'refused')
        throw new PaymentsUnavailable(`GET /balance: refused with ${result.status}`)
      const balances = parseResponse(z.array(balanceSchema), result.data)
      return balances.find(({ currency }) => currency === 'NGN')?.balance ?? 0
    },
    listSince: async function* (from, { to, onUnreadable } = {}) {
      // The provider leaves out the day that `from` names, includes the day that `to` names, and ignores their times.
      const filters = {
        from: toDay(from.getTime() - dayMs),
        ...(to && { to: toDay(to.getTime() - 1) }),
      }
      const rows = rowsByPage(list, '/balance/ledger', filters)
      const parsed = parseRows(rows, { list: 'balance change', parse: toChange, onUnreadable })
      for await (const change of parsed)
        if (change.at >= from && (!to || change.at < to)) yield change
    },
  }
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10)

const balanceSchema = z.object({ currency: z.string(), balance: signedAmountSchema })

const changeSchema = z.object({
  id: idSchema,
  difference: signedAmountSchema,
  model_responsible: z.nullish(z.string()),
  model_row: z.nullish(idSchema),
  createdAt: dateSchema,
})

const causes = {
  transaction: 'transaction',
  refund: 'refund',
  dispute: 'dispute',
  settlement: 'settlement',
} as const

function toChange(data: unknown): BalanceChange {
  const row = parseResponse(changeSchema, data)
  if (row.createdAt === null)
    throw new PaymentsUnavailable('GET /balance/ledger: a change without a time')
  const model = row.model_responsible?.toLowerCase()
  const cause = Object.values(causes).find((name) => name === model) ?? 'other'
  const causeId = row.model_row ?? null
  return { id: row.id, difference: row.difference, cause, causeId, at: row.createdAt }
}
