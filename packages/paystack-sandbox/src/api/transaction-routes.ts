import { Hono } from 'hono'

import type { Database } from '../storage/database.ts'
import type { Faults } from '../faults/faults.ts'
import {
  succeed,
  transactionNotFound,
  listMeta,
  parseDateRange,
  parsePage,
  readBody,
} from '../http/envelope.ts'
import { loadTransactionResponses } from '../state/transaction-response.ts'
import {
  findByReference,
  insertTransaction,
  listTransactions,
  sumTransactions,
} from '../state/transactions.ts'
import { startTransaction } from './start-transaction.ts'

type TransactionRouteDeps = {
  database: Database
  now: () => Date
  publicUrl: string
  faults: () => Faults
}

export function transactionRoutes({ database, now, publicUrl, faults }: TransactionRouteDeps) {
  return new Hono()
    .post('/initialize', async (c) => {
      const transaction = await startTransaction({ database, now, faults }, await readBody(c))
      const { access_code, reference } = transaction
      const url = `${publicUrl}/checkout/${access_code}`
      const data = { authorization_url: url, access_code, reference }
      return succeed(c, 'Authorization URL created', { data })
    })
    .get('/verify/:reference', async (c) => {
      const transaction = await findByReference(database, c.req.param('reference'))
      if (!transaction) throw transactionNotFound()
      const shown = { ...transaction, metadata: transaction.metadata ?? '' }
      const [data] = await loadTransactionResponses(database, [shown], {
        faults: faults(),
        now: now(),
      })
      return succeed(c, 'Verification successful', { data })
    })
    .get('/', async (c) => {
      const page = parsePage(c)
      const filters = { ...parseDateRange(c), settlementId: null }
      const { rows, total } = await listTransactions(database, filters, page)
      const responses = await loadTransactionResponses(database, rows, {
        faults: faults(),
        now: now(),
      })
      const data = responses.map((response) => ({ ...response, plan: {} }))
      if (faults().shapes.isPageShifting) await insertTransaction(database, otherPayment, now())
      return succeed(c, 'Transactions retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/totals', async (c) => {
      const { count, volume } = await sumTransactions(database, parseDateRange(c))
      const data = {
        total_transactions: count,
        total_volume: volume,
        total_volume_by_currency: [{ currency: 'NGN', amount: volume }],
        pending_transfers: 0,
        pending_transfers_by_currency: [{ currency: 'NGN', amount: 0 }],
      }
      return succeed(c, 'Transaction totals', { data })
    })
}

/** Inserted between two pages of a list by the fault `isPageShifting`. */
const otherPayment = {
  reference: null,
  email: 'other@example.com',
  amount: 500_000,
  currency: 'NGN',
  callback_url: null,
  metadata: null,
  sub_account_code: null,
  transaction_charge: null,
  bearer: 'account' as const,
  channels: null,
}
