import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import type { DisputeResult, Disputes, ProviderDispute } from './disputes.ts'
import { PaymentsUnavailable } from './payments.ts'
import { amountSchema, dateSchema, idSchema, toMode, parseResponse } from './paystack-responses.ts'
import type { Call } from './paystack-http.ts'
import type { Upload } from './paystack-uploads.ts'
import { createdWithin, parseRows, rowsByPage } from './paystack-lists.ts'

type PaystackDisputeDeps = { call: Call; list: Call; upload: Upload; mode: PaymentMode }

export function paystackDisputes({ call, list, upload, mode }: PaystackDisputeDeps): Disputes {
  const resolve = async (disputeId: number, body: Record<string, unknown>) => {
    const result = await call('PUT', `/dispute/${disputeId}/resolve`, body)
    return toDisputeResult(result, mode)
  }
  return {
    find: async (disputeId) => {
      const result = await call('GET', `/dispute/${disputeId}`)
      if (result.kind === 'ok') return toDispute(result.data, mode)
      if (result.status === 404) return undefined
      throw new PaymentsUnavailable(`GET /dispute: refused with ${result.status}`)
    },
    listSince: (from, { to, onUnreadable } = {}) => {
      const parse = (row: unknown) => toDispute(row, mode)
      const rows = rowsByPage(list, '/dispute', createdWithin(from, to))
      return parseRows(rows, { list: 'dispute', parse, onUnreadable })
    },
    uploadFile: async (disputeId, { name, bytes }) => {
      const query = new URLSearchParams({ upload_filename: name })
      const result = await call('GET', `/dispute/${disputeId}/upload_url?${query.toString()}`)
      if (result.kind === 'refused') return { kind: 'refused', message: result.message }
      const { signedUrl: url, fileName } = parseResponse(uploadSchema, result.data)
      await upload({ url, bytes, type: 'application/pdf' })
      return { kind: 'uploaded', fileName }
    },
    addEvidence: async (disputeId, evidence) => {
      const result = await call('POST', `/dispute/${disputeId}/evidence`, {
        customer_email: evidence.customerEmail,
        customer_name: evidence.customerName,
        customer_phone: evidence.customerPhone,
        service_details: evidence.serviceDetails,
      })
      if (result.kind === 'refused') return { kind: 'refused', message: result.message }
      return {
        kind: 'added',
        evidenceId: parseResponse(z.object({ id: idSchema }), result.data).id,
      }
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

function toDisputeResult(result: Awaited<ReturnType<Call>>, mode: PaymentMode): DisputeResult {
  if (result.kind === 'refused') return { kind: 'refused', message: result.message }
  return { kind: 'done', dispute: toDispute(result.data, mode) }
}

const uploadSchema = z.object({ signedUrl: z.string(), fileName: z.string() })

const text = z._default(z.nullable(z.string()), null)
const date = z._default(dateSchema, null)

const disputeSchema = z.object({
  id: idSchema,
  domain: z.string(),
  refund_amount: z._default(z.nullable(amountSchema), null),
  currency: text,
  status: z.string(),
  resolution: text,
  category: text,
  // An object in some responses, a number or nothing in others.
  transaction: z.optional(z.unknown()),
  transaction_reference: text,
  dueAt: date,
  resolvedAt: date,
  createdAt: date,
})

const transactionSchema = z.object({ id: idSchema, reference: text })

function toDispute(data: unknown, mode: PaymentMode): ProviderDispute {
  // Some responses wrap the dispute in a list.
  const dispute = parseResponse(disputeSchema, Array.isArray(data) ? data[0] : data)
  const transaction = z.safeParse(transactionSchema, dispute.transaction).data
  const bareId = z.safeParse(idSchema, dispute.transaction).data
  return {
    disputeId: dispute.id,
    transactionId: transaction?.id ?? bareId ?? null,
    reference: transaction?.reference ?? dispute.transaction_reference,
    mode: toMode(dispute.domain, mode),
    refundAmount: dispute.refund_amount,
    currency: dispute.currency,
    status: dispute.status,
    resolution: dispute.resolution,
    category: dispute.category,
    dueAt: dispute.dueAt,
    resolvedAt: dispute.resolvedAt,
    createdAt: dispute.createdAt,
  }
}
