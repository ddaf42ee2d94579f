import { Hono, type Context } from 'hono'

import type { Database, Queries } from '#server/database/database.ts'

import { duplicateReference, invalidParams, succeed, transactionNotFound } from './envelope.ts'
import type { Faults } from './faults.ts'
import { initializeRequest } from './initialize-request.ts'
import { listMeta, pageOf, spanOf } from './paging.ts'
import { reportApi } from './api-reports.ts'
import { metadataOf, requestBody } from './request-body.ts'
import { findSubAccount, findSubAccounts } from './sub-accounts.ts'
import { shaped } from './shapes.ts'
import { transactionData } from './transaction-data.ts'
import {
  findById,
  findByReference,
  insertTransaction,
  listTransactions,
  type Filters,
  type Transaction,
} from './transactions.ts'

type Parts = { database: Database; now: () => Date; publicUrl: string; faults: () => Faults }

export function transactionApi({ database, now, publicUrl, faults }: Parts) {
  return new Hono()
    .post('/initialize', async (c) => {
      const body = await requestBody(c)
      const request = initializeRequest(body)
      const code = request.sub_account_code
      if (code !== null && !(await findSubAccount(database, code))?.active)
        throw invalidParams('Invalid Subaccount')
      const given = { ...request, metadata: metadataOf(body.metadata) }
      const transaction = await insertTransaction(
        database,
        given,
        now(),
        createdAt(now(), faults()),
      )
      if (!transaction) throw duplicateReference()
      const { access_code, reference } = transaction
      const data = {
        authorization_url: `${publicUrl}/checkout/${access_code}`,
        access_code,
        reference,
      }
      return succeed(c, 'Authorization URL created', { data })
    })
    .get('/verify/:reference', async (c) => {
      const transaction = await findByReference(database, c.req.param('reference'))
      if (!transaction) throw transactionNotFound()
      const shown = { ...transaction, metadata: transaction.metadata ?? '' }
      const [data] = await dataOf(database, [shown], faults())
      return succeed(c, 'Verification successful', { data })
    })
    .get('/', async (c) => {
      const page = pageOf(c)
      const { rows, total, volume } = await listTransactions(database, filtersOf(c), page)
      const data = (await dataOf(database, rows, faults())).map((row) => ({ ...row, plan: {} }))
      const meta = listMeta(page, rows, total)
      if (faults().shapes.isPageShifting) await insertTransaction(database, somebodyElse, now())
      const volumeMeta = page.kind === 'cursor' ? {} : { total_volume: volume }
      return succeed(c, 'Transactions retrieved', { data, meta: { ...meta, ...volumeMeta } })
    })
    .route('/', reportApi(database))
    .get('/:id', async (c) => {
      const id = Number(c.req.param('id'))
      if (!/^\d+$/.test(c.req.param('id'))) throw invalidParams('Transaction ID should be numeric.')
      const transaction = Number.isSafeInteger(id) ? await findById(database, id) : undefined
      if (!transaction) throw invalidParams('Transaction ID or reference is invalid', 404)
      const [data] = await dataOf(database, [transaction], faults())
      return succeed(c, 'Transaction retrieved', { data: { ...data, helpdesk_link: null } })
    })
}

/** Lists shift while they are read: somebody else starts a payment. */
const somebodyElse = {
  reference: null,
  email: 'somebody@example.com',
  amount: 500_000,
  currency: 'NGN',
  callback_url: null,
  metadata: null,
  sub_account_code: null,
  transaction_charge: null,
  bearer: 'account' as const,
  channels: null,
}

function createdAt(now: Date, { shapes }: Faults): Date {
  return shapes.isCreatedAtEqual ? new Date(now.getTime() - (now.getTime() % 3_600_000)) : now
}

/** Transactions as answers show them, each with its sub-account. */
export async function dataOf(queries: Queries, transactions: Transaction[], faults: Faults) {
  const codes = transactions.map((transaction) => transaction.sub_account_code)
  const subAccounts = await findSubAccounts(queries, codes)
  return transactions.map((transaction) =>
    shaped(
      transactionData(transaction, subAccounts.get(transaction.sub_account_code ?? '')),
      faults,
    ),
  )
}

function filtersOf(c: Context): Filters {
  const { status = null, channel = null, amount } = c.req.query()
  return {
    status,
    ...spanOf(c),
    amount: numberOf(amount),
    subAccountCode: c.req.query('subaccount_code') ?? null,
    channel,
    settlementId: numberOf(c.req.query('settlement')),
  }
}

function numberOf(text: string | undefined): number | null {
  const number = text === undefined ? null : Number(text)
  if (number !== null && !Number.isSafeInteger(number)) throw invalidParams('Invalid number')
  return number
}
