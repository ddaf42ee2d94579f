import { Hono } from 'hono'

import type { Queries } from '../storage/database.ts'
import {
  invalidAmount,
  invalidParams,
  missing,
  refundNeedsNoAttention,
  refundRefusals,
  succeed,
  listMeta,
  parseDateRange,
  parsePage,
  readBody,
  toText,
} from '../http/envelope.ts'
import { debitParties, isMainShort, findDebits, sumDeducted } from '../lifecycle/debit-lifecycle.ts'
import { addMs, type RouteDeps } from '../lifecycle/periods.ts'
import { applyRefundState, queueRefundEvent } from '../lifecycle/refund-lifecycle.ts'
import { getReversedAmounts, updateReversalStatus } from '../lifecycle/reversals.ts'
import {
  toNewRefundResponse,
  toRefundResponse,
  findRefund,
  insertRefund,
  listRefunds,
  type Refund,
} from '../state/refunds.ts'
import {
  listByReference,
  lockById,
  lockByReference,
  type Transaction,
} from '../state/transactions.ts'

export function refundRoutes(deps: RouteDeps) {
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
      const data = await loadResponses(database, rows)
      return succeed(c, 'Refunds retrieved', { data, meta: listMeta(page, rows, total) })
    })
    .get('/:id', async (c) => {
      const refund = await requireRefund(database, c.req.param('id'))
      const [data] = await loadResponses(database, [refund])
      return succeed(c, 'Refund retrieved', { data })
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
        if ((await findDebits(queries, 'Refund', id)).length === 0) {
          const { amount } = refund
          await debitParties(queries, deps, { cause: 'Refund', causeId: id, transaction, amount })
        }
        await applyRefundState(queries, deps, { transaction, refund: retried })
        return toNewRefundResponse(retried, transaction)
      })
      onQueued()
      return succeed(c, 'Refund retried and has been queued for processing', { data })
    })
}

async function startRefund(queries: Queries, deps: RouteDeps, body: Record<string, unknown>) {
  const transaction = await lockTransaction(queries, toText(body.transaction))
  if (!transaction) throw refundRefusals.unknownTransaction()
  if (!transaction.paid_at) throw invalidParams('Transaction has not been paid')
  const currency = toText(body.currency)
  if (currency !== null && currency !== transaction.currency) throw refundRefusals.otherCurrency()
  const { left } = await getReversedAmounts(queries, transaction)
  if (left === 0) throw refundRefusals.fullyReversed()

  const amount = parseAmount(body.amount, { left, amount: transaction.amount })
  const funding = await chooseFunding(queries, deps, { transaction, amount })
  const refund = await insertRefund(
    queries,
    {
      reference: transaction.reference,
      dispute_id: null,
      amount,
      status: 'pending',
      customer_note:
        toText(body.customer_note) ?? `Refund for transaction ${transaction.reference}`,
      merchant_note:
        toText(body.merchant_note) ??
        `Refund for transaction ${transaction.reference} by merchant@example.com`,
      moves_at: funding === 'pending' ? null : addMs(deps.now(), deps.periods.refundPendingMs),
    },
    deps.now(),
  )
  if (funding !== 'needs-attention') {
    const isDeferred = funding === 'pending'
    const debit = { cause: 'Refund' as const, causeId: refund.id, transaction, amount, isDeferred }
    await debitParties(queries, deps, debit)
  }
  const updated = await updateReversalStatus(queries, transaction, deps.faults().behaviour)
  const change = { transaction: updated, refund, faults: deps.faults(), now: deps.now() }
  await queueRefundEvent(queries, change)
  return toNewRefundResponse(refund, updated)
}

/** What happens if the main balance is short: the knob's value, or `negative` if it is not short. */
async function chooseFunding(
  queries: Queries,
  deps: RouteDeps,
  refund: { transaction: Transaction; amount: number },
) {
  const { shortBalance } = deps.faults().behaviour
  if (shortBalance === 'negative' || !(await isMainShort(queries, deps, refund))) return 'negative'
  if (shortBalance === 'refused') throw refundRefusals.insufficientBalance()
  return shortBalance
}

async function lockTransaction(queries: Queries, idOrReference: string | null) {
  if (idOrReference === null) throw missing('Transaction is required')
  const byId = /^\d{10,}$/.test(idOrReference)
    ? await lockById(queries, Number(idOrReference))
    : undefined
  return byId ?? (await lockByReference(queries, idOrReference))
}

const minRefund = 50_00

/** Without an amount everything is refunded, but only if nothing was refunded before. */
function parseAmount(value: unknown, payment: { left: number; amount: number }): number {
  const text = toText(value)
  const amount = text === null ? payment.amount : /^\d{1,12}$/.test(text) ? Number(text) : 0
  if (amount === 0) throw invalidAmount()
  if (amount > payment.amount) throw refundRefusals.aboveTransaction()
  if (amount > payment.left) throw refundRefusals.aboveRest()
  if (amount < minRefund) throw refundRefusals.tooSmall()
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
  if (!refund) throw refundRefusals.unknown()
  return refund
}

async function loadResponses(queries: Queries, refunds: Refund[]) {
  const deducted = await sumDeducted(
    queries,
    refunds.map(({ id }) => id),
  )
  const transactions = await listByReference(
    queries,
    refunds.map(({ reference }) => reference),
  )
  return refunds.map((refund) => {
    const transaction = transactions.get(refund.reference)
    if (!transaction) throw refundRefusals.unknownTransaction()
    return toRefundResponse(refund, transaction, deducted.get(refund.id) ?? 0)
  })
}
