import { HTTPException } from 'hono/http-exception'
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'

import type { ErrorCode, FieldErrors, Problem } from '#shared/errors.ts'
import type { Puzzle } from '#shared/challenge.ts'

import type { Actor } from '../policy/actor.ts'

/** What every handler may read from its context. */
export type Env = {
  Variables: {
    actor: Actor
    requestId: string
    clientAddress: string
    /** Of the donation that the request has begun. */
    receipt?: string
  }
}

type Details = {
  message?: string
  fields?: FieldErrors
  retryAfterSeconds?: number
  puzzle?: Puzzle
}

const statusOf: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  'sign-in-required': 401,
  'user-token-expired': 401,
  'invalid-credential': 401,
  'wrong-signature': 401,
  'verified-email-required': 403,
  'foreign-origin': 403,
  'user-disabled': 403,
  'requires-recent-login': 403,
  'second-factor-required': 403,
  'not-found': 404,
  'own-campaign': 409,
  'already-reviewed': 409,
  'campaign-changed': 409,
  'second-reviewer-needed': 409,
  'change-too-early': 409,
  'campaign-moved-on': 409,
  'campaign-has-donations': 409,
  'campaign-closed': 409,
  'account-has-campaigns': 409,
  'refund-closed': 409,
  'refund-too-much': 409,
  'refund-refused': 409,
  'nobody-to-thank': 409,
  'held-differs': 409,
  'already-resolved': 409,
  'email-already-in-use': 409,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'wrong-host': 421,
  'idempotency-mismatch': 422,
  'too-many-requests': 429,
  internal: 500,
  'payment-unavailable': 502,
  'identity-unavailable': 502,
  'content-unavailable': 502,
  busy: 503,
}

/** An expected refusal. Thrown by a handler, answered by `app.ts` in the one error shape. Status 400 unless listed above. */
export class Refused extends HTTPException {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(statusOf[code] ?? 400, { message: code })
    this.code = code
    this.details = details
  }
}

export function problem(refused: Refused, requestId: string): Problem {
  return { error: { code: refused.code, ...refused.details, requestId } }
}

/** Reads and parses a JSON body. Refuses another media type, broken JSON and whatever the schema does not accept. */
export async function jsonBody<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Refused('unsupported-media-type')
  let body: unknown
  try {
    body = JSON.parse(await c.req.text())
  } catch (error) {
    if (error instanceof HTTPException) throw error
    throw new Refused('invalid-body')
  }
  return parsed(schema, body)
}

/** Parses what came from outside, or refuses with the messages by field. */
export function parsed<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  const fields: FieldErrors = {}
  for (const { path, message } of result.error.issues)
    (fields[String(path[0] ?? '')] ??= []).push(message)
  throw new Refused('invalid-input', { fields })
}
