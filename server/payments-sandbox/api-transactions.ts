import { Hono, type Context } from 'hono'

import type { Database, Queries } from '../database/database.ts'

import { duplicateReference, invalidParams, succeed, transactionNotFound } from './envelope.ts'
import { initializeRequest } from './initialize-request.ts'
import { cursorOf, offsetMeta, pageOf, type Page } from './paging.ts'
import { metadataOf, requestBody } from './request-body.ts'
import { findSubAccount, findSubAccounts } from './sub-accounts.ts'
import { transactionData } from './transaction-data.ts'
import {
  findById,
  findByReference,
  insertTransaction,
  listTransactions,
  type Filters,
  type Transaction,
} from './transactions.ts'

type Parts = { database: Database; now: () => Date; publicUrl: string }

export function transactionApi({ database, now, publicUrl }: Parts) {
  return new Hono()
    .post('/initialize', async (c) => {
      const body = await requestBody(c)
      const request = initializeRequest(body)
      const code = request.sub_account_code
      if (code !== null && !(await findSubAccount(database, code))?.active)
        throw invalidParams('Invalid Subaccount')
      const given = { ...request, metadata: metadataOf(body.metadata) }
      const transaction = await insertTransaction(database, given, now())
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
      const [data] = await dataOf(database, [transaction])
      return succeed(c, 'Verification successful', {
        data: { ...data, metadata: transaction.metadata ?? '' },
      })
    })
    .get('/', async (c) => {
      const page = pageOf(c)
      const { rows, total, volume } = await listTransactions(database, filtersOf(c), page)
      const data = (await dataOf(database, rows)).map((row) => ({ ...row, plan: {} }))
      const meta = page.kind === 'cursor' ? cursorMeta(page, rows) : offsetMeta(page, total)
      const volumeMeta = page.kind === 'cursor' ? {} : { total_volume: volume }
      return succeed(c, 'Transactions retrieved', { data, meta: { ...meta, ...volumeMeta } })
    })
    .get('/:id', async (c) => {
      const id = Number(c.req.param('id'))
      if (!/^\d+$/.test(c.req.param('id'))) throw invalidParams('Transaction ID should be numeric.')
      const transaction = Number.isSafeInteger(id) ? await findById(database, id) : undefined
      if (!transaction) throw invalidParams('Transaction ID or reference is invalid', 404)
      const [data] = await dataOf(database, [transaction])
      return succeed(c, 'Transaction retrieved', { data: { ...data, helpdesk_link: null } })
    })
}

/** Transactions as answers show them, each with its sub-account. */
export async function dataOf(queries: Queries, transactions: Transaction[]) {
  const codes = transactions.map((transaction) => transaction.sub_account_code)
  const subAccounts = await findSubAccounts(queries, codes)
  return transactions.map((transaction) =>
    transactionData(transaction, subAccounts.get(transaction.sub_account_code ?? '')),
  )
}

function cursorMeta(page: Page, rows: Transaction[]) {
  const full = rows.length === page.perPage
  return {
    next: full ? cursorOf(rows.at(-1)?.id) : null,
    previous: page.kind === 'cursor' && page.beside !== null ? cursorOf(rows[0]?.id) : null,
    perPage: page.perPage,
  }
}

function filtersOf(c: Context): Filters {
  const { status = null, amount, subaccount_code: subAccountCode = null } = c.req.query()
  const number = amount === undefined ? null : Number(amount)
  if (number !== null && !Number.isSafeInteger(number)) throw invalidParams('Invalid amount')
  return {
    status,
    from: dateOf(c.req.query('from')),
    to: dateOf(c.req.query('to')),
    amount: number,
    subAccountCode,
  }
}

function dateOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime())) throw invalidParams('Invalid date')
  return date
}
