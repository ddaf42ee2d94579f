import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { DisputeAnswer, Disputes, ProviderDispute } from './disputes.ts'
import { PaymentsUnavailable } from './payments.ts'
import { amountSchema, dateSchema, idSchema, modeOf, sensible } from './paystack-answers.ts'
import type { Call } from './paystack-http.ts'
import { rowsByPage } from './paystack-lists.ts'

type Parts = { call: Call; list: Call; mode: PaymentMode }

export function paystackDisputes({ call, list, mode }: Parts): Disputes {
  const resolve = async (disputeId: number, body: Record<string, unknown>) => {
    const answer = await call('PUT', `/dispute/${disputeId}/resolve`, body)
    return answerOf(answer, mode)
  }
  return {
    find: async (disputeId) => {
      const answer = await call('GET', `/dispute/${disputeId}`)
      if (answer.kind === 'ok') return disputeOf(answer.data, mode)
      if (answer.status === 404) return undefined
      throw new PaymentsUnavailable(`GET /dispute: refused with ${answer.status}`)
    },
    listSince: async function* (from) {
      for await (const row of rowsByPage(list, '/dispute', { from: from.toISOString() }))
        yield disputeOf(row, mode)
    },
    addEvidence: async (disputeId, evidence) => {
      const answer = await call('POST', `/dispute/${disputeId}/evidence`, {
        customer_email: evidence.customerEmail,
        customer_name: evidence.customerName,
        customer_phone: evidence.customerPhone,
        service_details: evidence.serviceDetails,
      })
      if (answer.kind === 'refused') return { kind: 'refused', message: answer.message }
      return { kind: 'added', evidenceId: sensible(z.object({ id: idSchema }), answer.data).id }
    },
    accept: (disputeId, { message, refundAmount }) =>
      resolve(disputeId, {
        resolution: 'merchant-accepted',
        message,
        refund_amount: refundAmount,
        uploaded_filename: '',
      }),
    decline: (disputeId, { message, uploadedFilename, evidenceId }) =>
      resolve(disputeId, {
        resolution: 'declined',
        message,
        refund_amount: 0,
        uploaded_filename: uploadedFilename,
        ...(evidenceId !== undefined && { evidence: evidenceId }),
      }),
  }
}

function answerOf(answer: Awaited<ReturnType<Call>>, mode: PaymentMode): DisputeAnswer {
  if (answer.kind === 'refused') return { kind: 'refused', message: answer.message }
  return { kind: 'done', dispute: disputeOf(answer.data, mode) }
}

const text = z.nullish(z.string())

const disputeSchema = z.object({
  id: idSchema,
  domain: z.string(),
  refund_amount: z.nullish(amountSchema),
  currency: text,
  status: z.string(),
  resolution: text,
  category: text,
  // A stub without customer in some answers, and nothing or a number in others.
  transaction: z.optional(z.unknown()),
  transaction_reference: text,
  dueAt: z.optional(dateSchema),
  resolvedAt: z.optional(dateSchema),
  createdAt: z.optional(dateSchema),
})

const transactionSchema = z.object({ id: idSchema, reference: text })

function disputeOf(data: unknown, mode: PaymentMode): ProviderDispute {
  // The answer to a change has been seen in a list of one.
  const dispute = sensible(disputeSchema, Array.isArray(data) ? data[0] : data)
  const transaction = z.safeParse(transactionSchema, dispute.transaction).data
  const bareId = z.safeParse(idSchema, dispute.transaction).data
  return {
    disputeId: dispute.id,
    transactionId: transaction?.id ?? bareId ?? null,
    reference: transaction?.reference ?? dispute.transaction_reference ?? null,
    mode: modeOf(dispute.domain, mode),
    refundAmount: dispute.refund_amount ?? null,
    currency: dispute.currency ?? null,
    status: dispute.status,
    resolution: dispute.resolution ?? null,
    category: dispute.category ?? null,
    dueAt: dispute.dueAt ?? null,
    resolvedAt: dispute.resolvedAt ?? null,
    createdAt: dispute.createdAt ?? null,
  }
}
