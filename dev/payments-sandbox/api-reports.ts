import { Hono } from 'hono'

import type { Database } from '#server/database/database.ts'

import { invalidParams, succeed } from './envelope.ts'
import { spanOf } from './paging.ts'
import { logOf } from './transaction-data.ts'
import { findById, findByReference, totalsOf } from './transactions.ts'

/** What is said about payments rather than by them. */
export function reportApi(database: Database) {
  return new Hono()
    .get('/totals', async (c) => {
      const { count, volume } = await totalsOf(database, spanOf(c))
      return succeed(c, 'Transaction totals', {
        data: {
          total_transactions: count,
          total_volume: volume,
          total_volume_by_currency: [{ currency: 'NGN', amount: volume }],
          pending_transfers: 0,
          pending_transfers_by_currency: [{ currency: 'NGN', amount: 0 }],
        },
      })
    })
    .get('/timeline/:name', async (c) => {
      const name = c.req.param('name')
      const id = /^\d{1,16}$/.test(name) ? Number(name) : 0
      const transaction = (await findById(database, id)) ?? (await findByReference(database, name))
      if (!transaction) throw invalidParams('Transaction ID or reference is invalid', 404)
      return succeed(c, 'Timeline retrieved', { data: logOf(transaction) })
    })
}
