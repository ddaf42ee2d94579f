import { randomUUID } from 'node:crypto'

import { SpanStatusCode } from '@opentelemetry/api'
import type { Context, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'

import { challengeHeader } from '#shared/challenge-header.ts'

import { type Actor, visitor } from '../policy/actor.ts'
import type { Rule } from '../policy/rule.ts'
import { withRequestId, type Log } from '../runtime/log.ts'
import type { Metrics } from '../runtime/metrics.ts'
import { traced } from '../runtime/tracing.ts'
import { Refused, type Env, type LimitedRequest } from './context.ts'
import { getLanguage } from './language.ts'
import { recordStaffRead } from './staff-read.ts'

/**
 * Authorises a request, applies the limit of its rule, and passes the subject named in the path to the handler. `who` is checked
 * before the lookup, and a forbidden subject gets the same response as a missing one, so that responses do not reveal which ids
 * exist. What a reviewer or an admin reads about people enters the access log before the response leaves.
 */
export function gate<Subject>(
  rule: Rule<Subject>,
  find: (id: string, actor: Actor) => Promise<Subject | undefined>,
) {
  const authorise = async (actor: Actor, id: string): Promise<Subject> => {
    const refusal = rule.who(actor)
    if (refusal) throw new Refused(refusal)
    const subject = await find(id, actor)
    if (subject === undefined || !rule.when(actor, subject)) throw new Refused('not-found')
    const refused = rule.refuse?.(actor, subject)
    if (refused) {
      const { code, ...details } = refused
      throw new Refused(code, details)
    }
    return subject
  }

  const guard = createMiddleware<{ Variables: Env['Variables'] & { subject: Subject } }>(
    async (c, next) => {
      const { actor, clientAddress, limiter } = c.var
      const id = c.req.param('id') ?? ''
      const limited = await limiter?.start(
        {
          request: c.req.raw,
          actor,
          clientAddress,
          id,
          language: getLanguage(c),
          solution: c.var.challengeSolution ?? c.req.header(challengeHeader),
          hasSolvedChallenge: isInEnv(c.env, 'hasSolvedChallenge'),
          isPartOfPage: isInEnv(c.env, 'isPartOfPage'),
        },
        rule.limit,
      )
      const subject = await finishOnError(limited, async () => {
        const found = await authorise(actor, id)
        await limited?.checkSubject(found)
        return found
      })
      c.set('subject', subject)
      if (limited) {
        c.set('hasSolvedChallenge', limited.hasSolvedChallenge())
        c.set('checkForm', limited.checkForm)
      }
      await next()
      const { error, res } = c
      await limited?.finish({ status: res.status, error, accessCode: c.var.accessCode })
      if (!error && res.ok) await recordStaffRead(rule, subject, { ...c.var, action: toAction(c) })
    },
  )
  return Object.assign(guard, { rule })
}

const toAction = (c: Context) => `${c.req.method} ${getMatchedRoute(matchedRoutes(c))}`

async function finishOnError<Result>(
  limited: LimitedRequest | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    await limited?.finish({ status: 500, error })
    throw error
  }
}

/** The pages call the API with this environment (pages/page-routes.ts). No request from outside can set it. */
function isInEnv(env: unknown, key: 'hasSolvedChallenge' | 'isPartOfPage'): boolean {
  return (env as Record<string, unknown> | undefined)?.[key] === true
}

/** For actions without a stored subject, such as creating one. */
export const noSubject = async () => null

export type SignedEnv = { Variables: Env['Variables'] & { body: Uint8Array } }
type Signature = {
  /** The request header that contains it. */
  header: string
  isSigned: (body: Uint8Array, signature: string | undefined) => boolean
}

/** A valid signature over the exact bytes authenticates the sender. Session cookies are ignored. */
export function authenticateSignature(
  sender: Actor,
  { header, isSigned }: Signature,
): MiddlewareHandler<SignedEnv> {
  return async (c, next) => {
    const body = new Uint8Array(await c.req.arrayBuffer())
    c.set('actor', isSigned(body, c.req.header(header)) ? sender : visitor)
    c.set('body', body)
    await next()
  }
}

/**
 * Logs each request with the pattern of its route, such as '/donations/:accessCode'. Paths are never logged, because many
 * contain a token or an access code.
 */
export function logRequests(
  log: Log,
  metrics?: Pick<Metrics, 'observeRequest'>,
): MiddlewareHandler<Env> {
  return async (c, next) => {
    const requestId = randomUUID()
    const startedAt = performance.now()
    c.set('requestId', requestId)
    await withRequestId(requestId, async () => {
      const { method } = c.req
      const route = await traced({ name: method, kind: 'request' }, async (span) => {
        await next()
        const matched = c.get('pageRoute') ?? getMatchedRoute(matchedRoutes(c))
        span.updateName(`${method} ${matched}`)
        span.setAttributes({
          'http.request.method': method,
          'http.route': matched,
          'http.response.status_code': c.res.status,
        })
        if (c.res.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        return matched
      })
      c.res.headers.set('x-request-id', requestId)
      const tookMs = performance.now() - startedAt
      const request = { method, route, status: c.res.status }
      log.info({ ...request, ms: Math.round(tookMs) }, 'request')
      metrics?.observeRequest({ ...request, seconds: tookMs / 1_000 })
    })
  }
}

/** Middleware is registered for all methods, routes for one. */
function getMatchedRoute(matched: readonly { method: string; path: string }[]): string {
  return matched.find(({ method }) => method !== 'ALL')?.path ?? '/*'
}
