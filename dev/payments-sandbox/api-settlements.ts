import { Hono } from 'hono'

import type { Database } from '#server/database/database.ts'

import { dataOf } from './api-transactions.ts'
import { succeed } from './envelope.ts'
import type { Faults } from './faults.ts'
import { listMeta, pageOf, spanOf } from './paging.ts'
import { balanceOf, listSettlements, settlementData } from './settlements.ts'
import { listTransactions, noFilters } from './transactions.ts'

type Parts = { database: Database; faults: () => Faults }

/** Money on its way to bank accounts. There is none until somebody settles by hand: the test world pays nobody out. */
export function settlementApi({ database, faults }: Parts) {
  return new Hono()
    .get('/', async (c) => {
      const page = pageOf(c)
      const { status = null, subaccount: subAccountCode = null } = c.req.query()
      const filters = { status, subAccountCode, ...spanOf(c) }
      const { rows, total } = await listSettlements(database, filters, page)
      const data = rows.map(settlementData)
      return succeed(c, 'Settlements retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/:id/transactions', async (c) => {
      const page = pageOf(c)
      const settlementId = Number(c.req.param('id'))
      const filters = {
        ...noFilters,
        ...spanOf(c),
        settlementId: Number.isSafeInteger(settlementId) ? settlementId : 0,
      }
      const { rows, total } = await listTransactions(database, filters, page)
      const data = await dataOf(database, rows, faults())
      return succeed(c, 'Transactions retrieved', { data, meta: listMeta(page, rows, total) })
    })
}

export function balanceApi({ database }: Parts) {
  return new Hono().get('/', async (c) => {
    const data = [{ currency: 'NGN', balance: await balanceOf(database) }]
    return succeed(c, 'Balances retrieved', { data })
  })
}
