import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import type { WebhookFacts } from '#shared/admin.ts'

/** What is stored of a webhook: what it names, and facts without any personal data. */
export type ReceivedWebhook = {
  /** SHA-256 of the original body: recognises a repeated delivery and proves which body arrived. */
  bodyHash: Buffer
  event: string
  reference: string | null
  disputeId: number | null
  facts: WebhookFacts
}

const name = z.string().check(z.regex(/^[\w.,=-]{1,100}$/))
const id = z.int().check(z.positive())
const amount = z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))])
const code = z.string().check(z.regex(/^[a-z]+(?:[-_ ][a-z]+){0,4}$/), z.maxLength(40))
const currency = z.string().check(z.regex(/^[A-Z]{3}$/))
const time = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?(?:Z|\+00:00)$/))

type Fields = Record<string, z.ZodMiniType<string | number>>

/** Fields of `data` that are stored, by the beginning of the event's name. Nothing else is. */
const storedFields: Record<string, Fields> = {
  'charge.success': {
    id,
    reference: name,
    status: code,
    amount,
    requested_amount: amount,
    fees: amount,
    currency,
    channel: code,
    paid_at: time,
    created_at: time,
  },
  'refund.': {
    id,
    transaction_reference: name,
    refund_reference: name,
    status: code,
    amount,
    currency,
    created_at: time,
  },
  'charge.dispute.': {
    id,
    status: code,
    resolution: code,
    category: code,
    refund_amount: amount,
    currency,
    dueAt: time,
    resolvedAt: time,
    createdAt: time,
    'transaction.id': id,
    'transaction.reference': name,
    'transaction.amount': amount,
  },
}

const eventSchema = z.object({ event: name, data: z.unknown() })
const objectSchema = z.record(z.string(), z.unknown())

/** Undefined if the bytes are no webhook. */
export function readWebhook(body: Uint8Array): ReceivedWebhook | undefined {
  const parsed = z.safeParse(eventSchema, parseJson(body))
  if (!parsed.success) return undefined
  const { event, data } = parsed.data
  const facts = toFacts(event, data)
  const bodyHash = createHash('sha256').update(body).digest()
  return {
    bodyHash,
    event,
    reference: getReference(event, facts),
    disputeId: getDisputeId(event, facts),
    facts,
  }
}

/** An event that Ajo does not know is stored as its name and digest. */
function toFacts(event: string, data: unknown): WebhookFacts {
  const [, fields = {}] =
    Object.entries(storedFields).find(([start]) => event.startsWith(start)) ?? []
  const facts: WebhookFacts = {}
  for (const [path, schema] of Object.entries(fields)) {
    const value = z.safeParse(schema, readPath(data, path))
    if (value.success) facts[path] = value.data
  }
  return facts
}

const readPath = (data: unknown, path: string) =>
  path
    .split('.')
    .reduce<unknown>((found, key) => z.safeParse(objectSchema, found).data?.[key], data)

/** Events of refunds name the payment and not the refund. The provider sends no event for a failed or abandoned payment. */
function getReference(event: string, facts: WebhookFacts): string | null {
  const key = event.startsWith('refund.') ? 'transaction_reference' : 'reference'
  return event.startsWith('charge.dispute.') || facts[key] === undefined ? null : String(facts[key])
}

function getDisputeId(event: string, { id: found }: WebhookFacts): number | null {
  return event.startsWith('charge.dispute.') && typeof found === 'number' ? found : null
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return undefined
  }
}
