import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import {
  PaymentsUnavailable,
  type OnUnreadable,
  type ProviderRefund,
  type RefundRefusal,
  type RefundResult,
  type Refunds,
} from './payments.ts'
import { amountSchema, dateSchema, idSchema, toMode, parseResponse } from './paystack-responses.ts'
import { type Call, createdWithin, parseRows, rowsByPage } from './paystack-lists.ts'

type PaystackRefundDeps = { call: Call; list: Call; mode: PaymentMode }

export function paystackRefunds({ call, list, mode }: PaystackRefundDeps): Refunds {
  return {
    create: async ({ transactionId, amount, customerNote, merchantNote }) => {
      const result = await call('POST', '/refund', {
        transaction: String(transactionId),
        amount,
        currency: 'NGN',
        customer_note: customerNote,
        merchant_note: merchantNote,
      })
      return toRefundResult(result, mode)
    },
    find: async (refundId) => {
      const result = await call('GET', `/refund/${refundId}`)
      if (result.kind === 'ok') return toRefund(result.data, mode)
      if (isUnknown(result)) return undefined
      throw new PaymentsUnavailable(`GET /refund: refused with ${result.status}`)
    },
    listForTransaction: async (transactionId) => {
      const refunds = []
      for await (const refund of listRefunds(list, { transaction: String(transactionId) }, mode))
        // If the provider ignores the filter, the list contains other payments' refunds.
        if (refund.transactionId === transactionId) refunds.push(refund)
      return refunds
    },
    listSince: (from, { to, onUnreadable } = {}) =>
      listRefunds(list, createdWithin(from, to), mode, onUnreadable),
    retry: async (refundId, { accountNumber, bankId }) => {
      const result = await call('POST', `/refund/retry_with_customer_details/${refundId}`, {
        refund_account_details: {
          currency: 'NGN',
          account_number: accountNumber,
          bank_id: String(bankId),
        },
      })
      return toRefundResult(result, mode)
    },
  }
}

function listRefunds(
  call: Call,
  filters: Record<string, string>,
  mode: PaymentMode,
  onUnreadable?: OnUnreadable,
) {
  const parse = (row: unknown) => toRefund(row, mode)
  return parseRows(rowsByPage(call, '/refund', filters), { list: 'refund', parse, onUnreadable })
}

/** Unknown ids give 404, or a validation error for older accounts. */
function isUnknown({ status, code }: { status: number; code: unknown }): boolean {
  return status === 404 || code === 'refund_not_found'
}

function toRefundResult(result: Awaited<ReturnType<Call>>, mode: PaymentMode): RefundResult {
  if (result.kind === 'refused')
    return { kind: 'refused', reason: toRefusal(result), message: result.message }
  return { kind: 'queued', refund: toRefund(result.data, mode) }
}

const refundSchema = z.object({
  id: idSchema,
  domain: z.string(),
  // An object in the response to creation, otherwise a number.
  transaction: z.union([
    idSchema,
    z.object({ id: idSchema, reference: z.optional(z.nullable(z.string())) }),
  ]),
  transaction_reference: z.nullish(z.string()),
  dispute: z.optional(z.unknown()),
  amount: amountSchema,
  currency: z.string(),
  status: z.string(),
  merchant_note: z.nullish(z.string()),
  deducted_amount: z.nullish(amountSchema),
  // true, 1 or null.
  fully_deducted: z.optional(z.unknown()),
  refunded_at: z.optional(dateSchema),
  createdAt: z.optional(dateSchema),
  created_at: z.optional(dateSchema),
})

function toRefund(data: unknown, mode: PaymentMode): ProviderRefund {
  const refund = parseResponse(refundSchema, data)
  const { transaction } = refund
  const [transactionId, reference] =
    typeof transaction === 'number'
      ? [transaction, undefined]
      : [transaction.id, transaction.reference]
  return {
    refundId: refund.id,
    transactionId,
    reference: reference ?? refund.transaction_reference ?? null,
    disputeId: toDisputeId(refund.dispute),
    mode: toMode(refund.domain, mode),
    amount: refund.amount,
    currency: refund.currency,
    status: refund.status,
    merchantNote: refund.merchant_note ?? null,
    deducted: refund.deducted_amount ?? (isTrue(refund.fully_deducted) ? refund.amount : null),
    refundedAt: refund.refunded_at ?? null,
    createdAt: refund.createdAt ?? refund.created_at ?? null,
  }
}

const isTrue = (value: unknown) => value === true || value === 1

const refusals: [RegExp, RefundRefusal][] = [
  [/^total refund amount|^transaction has been fully reversed/i, 'already-returned'],
  [/^insufficient balance/i, 'insufficient-balance'],
  [/^cannot refund less than/i, 'too-small'],
  [/not found/i, 'not-found'],
]

const refusalCodes = new Map<unknown, RefundRefusal>([
  ['transaction_reversed', 'already-returned'],
  ['insufficient_balance', 'insufficient-balance'],
  ['transaction_not_found', 'not-found'],
  ['not_found', 'not-found'],
])

/** Codes first; several refusals share `invalid_params` and differ in the message only. */
function toRefusal({ code, message }: { code: unknown; message: string }): RefundRefusal {
  return refusalCodes.get(code) ?? refusals.find(([text]) => text.test(message))?.[1] ?? 'other'
}

/** A number, an object, or an empty value of any type. */
function toDisputeId(dispute: unknown): number | null {
  const bare = z.safeParse(idSchema, dispute).data
  return bare || (z.safeParse(z.object({ id: idSchema }), dispute).data?.id ?? null)
}
