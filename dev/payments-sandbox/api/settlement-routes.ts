import { Hono } from 'hono'

import type { Database } from '#server/database/database.ts'

import type { Faults } from '../faults/faults.ts'
import { succeed } from '../http/envelope.ts'
import { listMeta, parseDateRange, parsePage } from '../http/paging.ts'
import { loadTransactionResponses } from '../responses/transaction-response.ts'
import { calculateBalance, listSettlements, toSettlementResponse } from '../state/settlements.ts'
import { listTransactions } from '../state/transactions.ts'

type SettlementRouteDeps = { database: Database; faults: () => Faults }

/** Settlements exist only after a click in the console or a call of `settle`, because Paystack's test mode pays nothing out. */
export function settlementRoutes({ database, faults }: SettlementRouteDeps) {
  return new Hono()
    .get('/', async (c) => {
      const page = parsePage(c)
      const filters = { subAccountCode: c.req.query('subaccount') ?? null, ...parseDateRange(c) }
      const { rows, total } = await listSettlements(database, filters, page)
      const data = rows.map(toSettlementResponse)
      return succeed(c, 'Settlements retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/:id/transactions', async (c) => {
      const page = parsePage(c)
      const id = Number(c.req.param('id'))
      const settlementId = Number.isSafeInteger(id) ? id : 0
      const filters = { ...parseDateRange(c), settlementId }
      const { rows, total } = await listTransactions(database, filters, page)
      const data = await loadTransactionResponses(database, rows, faults())
      return succeed(c, 'Transactions retrieved', { data, meta: listMeta(page, rows, total) })
    })
}

export function balanceRoutes({ database }: SettlementRouteDeps) {
  return new Hono().get('/', async (c) => {
    const data = [{ currency: 'NGN', balance: await calculateBalance(database) }]
    return succeed(c, 'Balances retrieved', { data })
  })
}
