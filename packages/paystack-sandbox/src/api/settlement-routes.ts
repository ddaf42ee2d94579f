import { Hono } from 'hono'

import type { Database } from '../storage/database.ts'

import type { Faults } from '../faults/faults.ts'
import { succeed } from '../http/envelope.ts'
import { listMeta, parseDateRange, parsePage } from '../http/paging.ts'
import { toSettlementResponse } from '../responses/settlement-response.ts'
import { loadTransactionResponses } from '../responses/transaction-response.ts'
import { listSettlements } from '../state/settlements.ts'
import { listTransactions } from '../state/transactions.ts'

type SettlementRouteDeps = { database: Database; faults: () => Faults; now: () => Date }

export function settlementRoutes({ database, faults, now }: SettlementRouteDeps) {
  return new Hono()
    .get('/', async (c) => {
      const page = parsePage(c)
      const { behaviour } = faults()
      const asked = behaviour.isSettlementFilterIgnored ? undefined : c.req.query('subaccount')
      const party = asked ?? (behaviour.isSettlementListOfMain ? 'none' : null)
      const filters = { party, status: c.req.query('status') ?? null, ...parseDateRange(c) }
      const { rows, total } = await listSettlements(database, filters, page)
      const data = rows.map((row) => toSettlementResponse(row, behaviour))
      return succeed(c, 'Settlements retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/:id/transactions', async (c) => {
      const page = parsePage(c)
      const id = Number(c.req.param('id'))
      const settlementId = Number.isSafeInteger(id) ? id : 0
      const filters = { ...parseDateRange(c), settlementId }
      const { rows, total } = await listTransactions(database, filters, page)
      const data = await loadTransactionResponses(database, rows, { faults: faults(), now: now() })
      return succeed(c, 'Transactions retrieved', { data, meta: listMeta(page, rows, total) })
    })
}
