import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import * as z from 'zod/mini'

import type { Challenge } from '#shared/challenge.ts'
import type { ErrorCode, Problem } from '#shared/errors.ts'
import { toFieldErrors } from '#shared/field-errors.ts'
import type { Language } from '#shared/language.ts'
import { claimsStaff } from '#shared/support-words.ts'
import { invalid } from '#shared/text/invalid.ts'

import type { Actor } from '../policy/actor.ts'
import type { RateLimitPolicy } from '../policy/rate-limit.ts'
import type { ReadSubjects, RecordRead } from './staff-read.ts'

export type Env = {
  Variables: {
    actor: Actor
    requestId: string
    clientAddress: string
    /** Pattern of the page, for the log. Undefined where a route of the API answers. */
    pageRoute?: string
    /** The request comes from this machine and may use the development features. */
    isDevelopmentRequest: boolean
    accessCode?: string
    /** Applies the limits of rules. Undefined where RATE_LIMITS is off. */
    limiter?: RequestLimiter
    /** The solution of a challenge that a form without script brought, instead of the `x-challenge` header. */
    challengeSolution?: string
    /** True once the request has solved a challenge, which also counts for the API calls of its page. */
    hasSolvedChallenge?: boolean
    /** A challenge that an API call of this page asked for and that was not solved. */
    unsolvedChallenge?: Challenge
    /** The form that a browser without script sent to a page. */
    pageForm?: URLSearchParams
    /** The file in that form. */
    pageFile?: File
    /** Writes to the access log. Undefined where no role has rights. */
    recordRead?: RecordRead
    /** Set by handlers of lists that reviewers and admins read. */
    readSubjects?: ReadSubjects
    /** Checks the limits that depend on the form. `jsonBody` calls it. */
    checkForm?: LimitedRequest['checkForm']
  }
}

type Details = Omit<Problem['error'], 'code' | 'requestId'>

const statusByCode: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  'sign-in-required': 401,
  'user-token-expired': 401,
  'invalid-credential': 401,
  'wrong-signature': 401,
  'verified-email-required': 403,
  'foreign-origin': 403,
  'user-disabled': 403,
  'requires-recent-login': 403,
  'two-factor-required': 403,
  'two-factor-code-required': 403,
  'email-code-required': 403,
  'email-code-wrong': 403,
  'not-found': 404,
  'conflict-of-interest': 409,
  'appeal-closed': 409,
  'campaign-taken-down': 410,
  'already-reviewed': 409,
  'campaign-changed': 409,
  'draft-changed': 409,
  'decision-under-way': 409,
  'decision-in-effect': 409,
  'second-reviewer-needed': 409,
  'second-person-needed': 409,
  'treasurer-left': 409,
  'payee-unconfirmed': 409,
  'dispute-closed': 409,
  'dispute-refused': 409,
  'document-needed': 409,
  'change-too-early': 409,
  'campaign-status-changed': 409,
  'campaign-has-donations': 409,
  'campaign-closed': 409,
  'questions-closed': 409,
  'campaign-legal-hold': 409,
  'account-legal-hold': 409,
  'refund-closed': 409,
  'refund-over-limit': 409,
  'refund-too-large': 409,
  'refund-refused': 409,
  'refund-over-cap': 409,
  'no-donors-to-thank': 409,
  'quarantined-payment-mismatch': 409,
  'already-resolved': 409,
  'claim-changed': 409,
  'email-already-in-use': 409,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'wrong-host': 421,
  'idempotency-mismatch': 422,
  'too-many-requests': 429,
  internal: 500,
  'payment-unavailable': 502,
  'identity-unavailable': 502,
  'mails-late': 503,
  'identity-off': 503,
  'identity-settings': 503,
  'identity-suspended': 503,
  'identity-clock': 503,
  'identity-quota': 503,
  'content-unavailable': 502,
  busy: 503,
}

/** An expected error. shell.ts turns it into the error response. Status 400 unless listed above. */
export class Refused extends HTTPException {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(statusByCode[code] ?? 400, { message: code })
    this.code = code
    this.details = details
  }
}

export function toProblem(refused: Refused, requestId: string): Problem {
  return { error: { code: refused.code, ...refused.details, requestId } }
}

/** Reads and validates a JSON body, then checks the limits that depend on it. Throws `unsupported-media-type`, `invalid-body` or `invalid-input`. */
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
  const form = parseInput(schema, body)
  const checkForm: LimitedRequest['checkForm'] | undefined = c.get('checkForm')
  await checkForm?.(form)
  return form
}

/** 204 for what has no answer. */
export async function done(c: Context, act: Promise<void>) {
  await act
  return c.body(null, 204)
}

/** The same for what resolves to false if there is nothing to change. */
export async function doneIfFound(c: Context, act: Promise<boolean>) {
  if (!(await act)) throw new Refused('not-found')
  return c.body(null, 204)
}

/** Validates input. Throws `invalid-input` with the messages by field (`fields` of the error response). */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = z.safeParse(schema, input)
  if (result.success) return result.data
  throw new Refused('invalid-input', { fields: toFieldErrors(result.error.issues) })
}

/** For checks that the request's schema cannot make. */
export function fieldError(field: string, message: string): Refused {
  return new Refused('invalid-input', { fields: { [field]: [message] } })
}

/** A free name stands beside those of Ajo's staff, in lists and in mails. */
export function refuseStaffName(field: string, name: string) {
  if (claimsStaff(name)) throw fieldError(field, invalid.staffName)
}

/** For an uploaded file, with one of the messages of specification §5, which pages show beside the field or as a toast. */
export function fileError(message: string): Refused {
  return new Refused('invalid-input', { message, fields: { file: [message] } })
}

/** What the gate knows about a request before the lookup. `id` is the one in the path. */
export type ArrivedRequest = {
  request: Request
  actor: Actor
  clientAddress: string
  language: Language
  id: string
  solution: string | undefined
  /** True if the page that makes this API call has solved one. */
  hasSolvedChallenge: boolean
  /** True for a call of the API that a page makes: the page itself has been let in. */
  isPartOfPage: boolean
}

export type RequestOutcome = { status: number; error?: unknown; accessCode?: string | undefined }

/** Applies the limit of a rule. Implemented by server/platform/rate-limits. */
export interface RequestLimiter {
  /** Throws `too-many-requests` over a limit of the connection. Undefined if nothing is left to check. */
  start: (
    arrived: ArrivedRequest,
    policy: RateLimitPolicy,
  ) => Promise<LimitedRequest | undefined> | undefined
}

export interface LimitedRequest {
  hasSolvedChallenge: () => boolean
  checkSubject: (subject: unknown) => Promise<void>
  /** Called with each form that the route has parsed. */
  checkForm: (form: unknown) => Promise<void>
  /** Gives back what was counted for nothing. */
  finish: (outcome: RequestOutcome) => Promise<void>
}
