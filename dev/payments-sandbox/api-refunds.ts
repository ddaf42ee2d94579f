import { Hono } from 'hono'

import type { Queries } from '#server/database/database.ts'

import {
  invalidAmount,
  invalidParams,
  missing,
  notNeedingAttention,
  succeed,
  transactionNotFound,
} from './envelope.ts'
import { listMeta, pageOf, spanOf } from './paging.ts'
import { after } from './periods.ts'
import { newRefundData, refundData } from './refund-data.ts'
import { moved, queueRefundEvent, type MoveParts } from './refund-moves.ts'
import { findRefund, insertRefund, listRefunds, type Refund } from './refunds.ts'
import { requestBody, textOf } from './request-body.ts'
import { restate, returnedOf } from './returned.ts'
import { findByReference, lockByNumber, lockByReference } from './transactions.ts'

type Parts = MoveParts & { onQueued: () => void }

/** POST /refund and its kin. A refund is queued at once and goes its way with time. */
export function refundApi(parts: Parts) {
  const { database, onQueued } = parts
  return new Hono()
    .post('/', async (c) => {
      const body = await requestBody(c)
      const data = await database.transaction((queries) => startRefund(queries, parts, body))
      onQueued()
      return succeed(c, 'Refund has been queued for processing', { data })
    })
    .get('/', async (c) => {
      const page = pageOf(c)
      const filters = { transaction: c.req.query('transaction') ?? null, ...spanOf(c) }
      const { rows, total } = await listRefunds(database, filters, page)
      const data = await Promise.all(rows.map((refund) => shown(database, refund)))
      return succeed(c, 'Refunds retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/:id', async (c) => {
      const refund = await known(database, c.req.param('id'))
      return succeed(c, 'Refund retrieved', { data: await shown(database, refund) })
    })
    .post('/retry_with_customer_details/:id', async (c) => {
      const account = accountOf(await requestBody(c))
      const { reference, id } = await known(database, c.req.param('id'))
      const data = await database.transaction(async (queries) => {
        const transaction = await lockByReference(queries, reference)
        const refund = await findRefund(queries, id)
        if (!transaction || refund?.status !== 'needs-attention') throw notNeedingAttention()
        const movesAt = after(parts.now(), parts.periods.refundProcessingMs)
        const again: Refund = { ...refund, status: 'processing', account, moves_at: movesAt }
        await moved(queries, parts, { transaction, refund: again })
        return newRefundData(again, transaction)
      })
      onQueued()
      return succeed(c, 'Refund retried and has been queued for processing', { data })
    })
}

async function startRefund(queries: Queries, parts: Parts, body: Record<string, unknown>) {
  const name = textOf(body.transaction)
  if (name === null) throw missing('Transaction is required')
  const transaction = /^\d{10,}$/.test(name)
    ? ((await lockByNumber(queries, Number(name))) ?? (await lockByReference(queries, name)))
    : await lockByReference(queries, name)
  if (!transaction) throw transactionNotFound()
  if (!transaction.paid_at) throw invalidParams('Transaction has not been paid')
  const currency = textOf(body.currency)
  if (currency !== null && currency !== transaction.currency)
    throw invalidParams('Refund currency must be that of the transaction')
  const { left } = await returnedOf(queries, transaction)
  if (left === 0) throw invalidParams('Transaction has been fully reversed')

  const refund = await insertRefund(
    queries,
    {
      reference: transaction.reference,
      dispute_id: null,
      amount: amountOf(body.amount, left),
      status: 'pending',
      customer_note:
        textOf(body.customer_note) ?? `Refund for transaction ${transaction.reference}`,
      merchant_note:
        textOf(body.merchant_note) ?? `Refund for transaction ${transaction.reference}`,
      moves_at: after(parts.now(), parts.periods.refundPendingMs),
    },
    parts.now(),
  )
  const restated = await restate(queries, transaction)
  const event = { transaction: restated, refund, faults: parts.faults(), now: parts.now() }
  await queueRefundEvent(queries, event)
  return newRefundData(refund, restated)
}

function amountOf(value: unknown, left: number): number {
  const text = textOf(value)
  if (text === null) return left
  const amount = /^\d{1,12}$/.test(text) ? Number(text) : 0
  if (amount === 0) throw invalidAmount()
  if (amount > left) throw invalidAmount('Refund amount cannot be more than what is left')
  return amount
}

function accountOf(body: Record<string, unknown>) {
  const given = body.refund_account_details
  const details = typeof given === 'object' && given !== null ? { ...given } : {}
  const { account_number, bank_id } = details as Record<string, unknown>
  const accountNumber = textOf(account_number)
  const bankId = textOf(bank_id)
  if (accountNumber === null || bankId === null)
    throw missing('Refund account details are required')
  return { account_number: accountNumber, bank_id: bankId }
}

async function known(queries: Queries, text: string): Promise<Refund> {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  const refund = Number.isSafeInteger(id) ? await findRefund(queries, id) : undefined
  if (!refund) throw invalidParams('Refund not found', 404)
  return refund
}

async function shown(queries: Queries, refund: Refund) {
  const transaction = await findByReference(queries, refund.reference)
  if (!transaction) throw transactionNotFound()
  return refundData(refund, transaction)
}
