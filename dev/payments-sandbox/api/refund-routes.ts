import { Hono } from 'hono'

import type { Queries } from '#server/database/database.ts'

import {
  invalidAmount,
  invalidParams,
  missing,
  refundNeedsNoAttention,
  succeed,
  transactionNotFound,
} from '../http/envelope.ts'
import { listMeta, parseDateRange, parsePage } from '../http/paging.ts'
import { readBody, toText } from '../http/request-body.ts'
import { addMs } from '../lifecycle/periods.ts'
import {
  applyRefundState,
  queueRefundEvent,
  type LifecycleDeps,
} from '../lifecycle/refund-lifecycle.ts'
import { getReversedAmounts, updateReversalStatus } from '../lifecycle/reversals.ts'
import { toNewRefundResponse, toRefundResponse } from '../responses/refund-response.ts'
import { findRefund, insertRefund, listRefunds, type Refund } from '../state/refunds.ts'
import { findByReference, lockById, lockByReference } from '../state/transactions.ts'

type RefundRouteDeps = LifecycleDeps & { onQueued: () => void }

export function refundRoutes(deps: RefundRouteDeps) {
  const { database, onQueued } = deps
  return new Hono()
    .post('/', async (c) => {
      const body = await readBody(c)
      const data = await database.transaction((queries) => startRefund(queries, deps, body))
      onQueued()
      return succeed(c, 'Refund has been queued for processing', { data })
    })
    .get('/', async (c) => {
      const page = parsePage(c)
      const filters = { transaction: c.req.query('transaction') ?? null, ...parseDateRange(c) }
      const { rows, total } = await listRefunds(database, filters, page)
      const data = await Promise.all(rows.map((refund) => loadResponse(database, refund)))
      return succeed(c, 'Refunds retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/:id', async (c) => {
      const refund = await requireRefund(database, c.req.param('id'))
      return succeed(c, 'Refund retrieved', { data: await loadResponse(database, refund) })
    })
    .post('/retry_with_customer_details/:id', async (c) => {
      const account = parseAccount(await readBody(c))
      const { reference, id } = await requireRefund(database, c.req.param('id'))
      const data = await database.transaction(async (queries) => {
        const transaction = await lockByReference(queries, reference)
        const refund = await findRefund(queries, id)
        if (!transaction || refund?.status !== 'needs-attention') throw refundNeedsNoAttention()
        const movesAt = addMs(deps.now(), deps.periods.refundProcessingMs)
        const retried: Refund = { ...refund, status: 'processing', account, moves_at: movesAt }
        await applyRefundState(queries, deps, { transaction, refund: retried })
        return toNewRefundResponse(retried, transaction)
      })
      onQueued()
      return succeed(c, 'Refund retried and has been queued for processing', { data })
    })
}

async function startRefund(queries: Queries, deps: RefundRouteDeps, body: Record<string, unknown>) {
  const transaction = await lockTransaction(queries, toText(body.transaction))
  if (!transaction) throw transactionNotFound()
  if (!transaction.paid_at) throw invalidParams('Transaction has not been paid')
  const currency = toText(body.currency)
  if (currency !== null && currency !== transaction.currency)
    throw invalidParams('Refund currency must be that of the transaction')
  const { left } = await getReversedAmounts(queries, transaction)
  if (left === 0) throw invalidParams('Transaction has been fully reversed')

  const defaultNote = `Refund for transaction ${transaction.reference}`
  const refund = await insertRefund(
    queries,
    {
      reference: transaction.reference,
      dispute_id: null,
      amount: parseAmount(body.amount, left),
      status: 'pending',
      customer_note: toText(body.customer_note) ?? defaultNote,
      merchant_note: toText(body.merchant_note) ?? defaultNote,
      moves_at: addMs(deps.now(), deps.periods.refundPendingMs),
    },
    deps.now(),
  )
  const updated = await updateReversalStatus(queries, transaction)
  const change = { transaction: updated, refund, faults: deps.faults(), now: deps.now() }
  await queueRefundEvent(queries, change)
  return toNewRefundResponse(refund, updated)
}

/** The provider accepts a transaction's id or its reference. */
async function lockTransaction(queries: Queries, idOrReference: string | null) {
  if (idOrReference === null) throw missing('Transaction is required')
  const byId = /^\d{10,}$/.test(idOrReference)
    ? await lockById(queries, Number(idOrReference))
    : undefined
  return byId ?? (await lockByReference(queries, idOrReference))
}

function parseAmount(value: unknown, left: number): number {
  const text = toText(value)
  if (text === null) return left
  const amount = /^\d{1,12}$/.test(text) ? Number(text) : 0
  if (amount === 0) throw invalidAmount()
  if (amount > left) throw invalidAmount('Refund amount cannot be more than what is left')
  return amount
}

function parseAccount(body: Record<string, unknown>) {
  const given = body.refund_account_details
  const details = typeof given === 'object' && given !== null ? { ...given } : {}
  const { account_number, bank_id } = details as Record<string, unknown>
  const accountNumber = toText(account_number)
  const bankId = toText(bank_id)
  if (accountNumber === null || bankId === null)
    throw missing('Refund account details are required')
  return { account_number: accountNumber, bank_id: bankId }
}

async function requireRefund(queries: Queries, text: string): Promise<Refund> {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  const refund = Number.isSafeInteger(id) ? await findRefund(queries, id) : undefined
  if (!refund) throw invalidParams('Refund not found', 404)
  return refund
}

async function loadResponse(queries: Queries, refund: Refund) {
  const transaction = await findByReference(queries, refund.reference)
  if (!transaction) throw transactionNotFound()
  return toRefundResponse(refund, transaction)
}
