import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import { PaymentsUnavailable } from './payments.ts'
import { amountSchema, dateSchema, idSchema, modeOf, sensible } from './paystack-answers.ts'
import type { Call } from './paystack-http.ts'
import { rowsByPage } from './paystack-lists.ts'
import type { ProviderRefund, RefundAnswer, Refunds } from './refunds.ts'

type Parts = { call: Call; list: Call; mode: PaymentMode }

export function paystackRefunds({ call, list, mode }: Parts): Refunds {
  return {
    create: async ({ reference, amount, customerNote, merchantNote }) => {
      const answer = await call('POST', '/refund', {
        transaction: reference,
        amount,
        currency: 'NGN',
        customer_note: customerNote,
        merchant_note: merchantNote,
      })
      return answerOf(answer, mode)
    },
    find: async (refundId) => {
      const answer = await call('GET', `/refund/${refundId}`)
      if (answer.kind === 'ok') return refundOf(answer.data, mode)
      if (isUnknown(answer)) return undefined
      throw new PaymentsUnavailable(`GET /refund: refused with ${answer.status}`)
    },
    listOf: async (transactionId) => {
      const refunds = []
      for await (const refund of listed(list, { transaction: String(transactionId) }, mode))
        // A filter that is not understood is a list of everybody's.
        if (refund.transactionId === transactionId) refunds.push(refund)
      return refunds
    },
    listSince: (from) => listed(list, { from: from.toISOString() }, mode),
    retry: async (refundId, { accountNumber, bankId }) => {
      const answer = await call('POST', `/refund/retry_with_customer_details/${refundId}`, {
        refund_account_details: {
          currency: 'NGN',
          account_number: accountNumber,
          bank_id: String(bankId),
        },
      })
      return answerOf(answer, mode)
    },
  }
}

async function* listed(call: Call, filters: Record<string, string>, mode: PaymentMode) {
  for await (const row of rowsByPage(call, '/refund', filters)) yield refundOf(row, mode)
}

/** An id that exists nowhere: 404, or a validation error by older accounts. */
function isUnknown({ status, code }: { status: number; code: unknown }): boolean {
  return status === 404 || code === 'refund_not_found'
}

function answerOf(answer: Awaited<ReturnType<Call>>, mode: PaymentMode): RefundAnswer {
  if (answer.kind === 'refused') return { kind: 'refused', message: answer.message }
  return { kind: 'queued', refund: refundOf(answer.data, mode) }
}

const refundSchema = z.object({
  id: idSchema,
  domain: z.string(),
  // An object where the refund was just made, a number wherever it is read.
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

function refundOf(data: unknown, mode: PaymentMode): ProviderRefund {
  const refund = sensible(refundSchema, data)
  const { transaction } = refund
  const [transactionId, reference] =
    typeof transaction === 'number'
      ? [transaction, undefined]
      : [transaction.id, transaction.reference]
  return {
    refundId: refund.id,
    transactionId,
    reference: reference ?? refund.transaction_reference ?? null,
    disputeId: disputeIdOf(refund.dispute),
    mode: modeOf(refund.domain, mode),
    amount: refund.amount,
    currency: refund.currency,
    status: refund.status,
    createdAt: refund.createdAt ?? refund.created_at ?? null,
  }
}

/** A number or an object, or nothing in many shapes. */
function disputeIdOf(dispute: unknown): number | null {
  const bare = z.safeParse(idSchema, dispute).data
  return bare || (z.safeParse(z.object({ id: idSchema }), dispute).data?.id ?? null)
}
