import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import { PaymentsUnavailable } from './payments.ts'
import { amountSchema, dateSchema, idSchema, toMode, parseResponse } from './paystack-responses.ts'
import type { Call } from './paystack-http.ts'
import { rowsByPage } from './paystack-lists.ts'
import type { ProviderRefund, RefundResult, Refunds } from './refunds.ts'

type PaystackRefundDeps = { call: Call; list: Call; mode: PaymentMode }

export function paystackRefunds({ call, list, mode }: PaystackRefundDeps): Refunds {
  return {
    create: async ({ reference, amount, customerNote, merchantNote }) => {
      const result = await call('POST', '/refund', {
        transaction: reference,
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
    listSince: (from) => listRefunds(list, { from: from.toISOString() }, mode),
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

async function* listRefunds(call: Call, filters: Record<string, string>, mode: PaymentMode) {
  for await (const row of rowsByPage(call, '/refund', filters)) yield toRefund(row, mode)
}

/** Unknown ids give 404, or a validation error for older accounts. */
function isUnknown({ status, code }: { status: number; code: unknown }): boolean {
  return status === 404 || code === 'refund_not_found'
}

function toRefundResult(result: Awaited<ReturnType<Call>>, mode: PaymentMode): RefundResult {
  if (result.kind === 'refused') return { kind: 'refused', message: result.message }
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
    createdAt: refund.createdAt ?? refund.created_at ?? null,
  }
}

/** A number, an object, or an empty value of any type. */
function toDisputeId(dispute: unknown): number | null {
  const bare = z.safeParse(idSchema, dispute).data
  return bare || (z.safeParse(z.object({ id: idSchema }), dispute).data?.id ?? null)
}
