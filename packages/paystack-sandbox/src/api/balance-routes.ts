import { Hono } from 'hono'

import type { Database } from '../storage/database.ts'

import { succeed } from '../http/envelope.ts'
import { listMeta, parseDateRange, parsePage } from '../http/paging.ts'
import { getBalance, listBalanceChanges, toBalanceChangeResponse } from '../state/balance.ts'

export function balanceRoutes({ database }: { database: Database }) {
  return new Hono()
    .get('/', async (c) => {
      const data = [{ currency: 'NGN', balance: await getBalance(database) }]
      return succeed(c, 'Balances retrieved', { data })
    })
    .get('/ledger', async (c) => {
      const page = parsePage(c)
      const { rows, total } = await listBalanceChanges(database, parseDateRange(c), page)
      const data = rows.map(toBalanceChangeResponse)
      return succeed(c, 'Balance ledger retrieved', { data, meta: listMeta(page, rows, total) })
    })
}
