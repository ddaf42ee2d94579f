import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'

import { refuseInTransaction } from '../../platform/database/transaction-scope.ts'
import {
  type DisputeResult,
  type Disputes,
  type ProviderDispute,
  PaymentsUnavailable,
} from './payments.ts'
import { type Call, createdWithin, parseRows, rowsByPage } from './paystack-lists.ts'
import { amountSchema, dateSchema, idSchema, toMode, parseResponse } from './paystack-responses.ts'

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

type Options = {
  fetch: typeof fetch
  timeoutMs: number
  /** Origins beside the provider's storage that files may be sent to. */
  origins: readonly string[]
}
type File = { url: string; bytes: Uint8Array; type: string }

/** Where the provider stores files. */
const storageHosts = /(?:^|\.)(?:amazonaws\.com|paystack\.co|paystack\.com)$/

type Upload = (file: File) => Promise<void>

/** Sends a file to an address that the provider gave out. It takes no key. */
export function paystackUpload({ fetch, timeoutMs, origins }: Options): Upload {
  return async ({ url, bytes, type }) => {
    refuseInTransaction('an upload to the payment provider')
    if (!isAllowed(url, origins))
      throw new PaymentsUnavailable('PUT upload: address of another site')
    const response = await fetch(url, {
      method: 'PUT',
      headers: { 'content-type': type },
      body: Buffer.from(bytes),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw new PaymentsUnavailable('PUT upload: no connection')
    })
    await response.body?.cancel()
    if (!response.ok) throw new PaymentsUnavailable(`PUT upload: responded with ${response.status}`)
  }
}

function isAllowed(text: string, origins: readonly string[]): boolean {
  const url = URL.parse(text)
  if (!url) return false
  return (
    origins.includes(url.origin) || (url.protocol === 'https:' && storageHosts.test(url.hostname))
  )
}
