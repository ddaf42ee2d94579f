import type { Language } from '#shared/language.ts'

import type { Actor } from '../policy/actor.ts'
import type { RateLimitPolicy } from '../policy/rate-limit.ts'

/** What the gate knows about a request before the lookup. `id` is the one in the path. */
export type ArrivedRequest = {
  request: Request
  actor: Actor
  clientAddress: string
  language: Language
  id: string
  /** The solution of a challenge. */
  solution: string | undefined
  /** True if the page that makes this API call has solved one. */
  hasSolvedChallenge: boolean
}

/** `accessCode` is that of the donation which the request started. */
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
