import { errorSentences } from '#shared/error-sentences.ts'

import { Refused } from '../http/context.ts'
import type { ArrivedRequest } from '../http/request-limiter.ts'
import type { LimitedPolicy, OnExceed, RateLimit } from '../policy/rate-limit.ts'
import type { Blocks } from './blocks.ts'
import type { Challenges } from './challenge.ts'
import type { CheckoutAttempts } from './checkout-attempts.ts'
import type { Counters } from './counters.ts'
import type { EmailCodes } from './email-codes.ts'
import { secondsUntil } from './read-rate-limit.ts'
import { toCounterName, type ScopeValues } from './scopes.ts'
import type { SecretDelay } from './secret-delay.ts'

export type RateLimiterDeps = {
  counters: Counters
  challenges: Challenges
  emailCodes: EmailCodes
  checkouts: CheckoutAttempts
  blocks: Blocks
  delays: SecretDelay
  now: () => Date
}

/** What is known about a request, and what it has taken from the limits so far. */
export type LimitState = {
  deps: RateLimiterDeps
  policy: LimitedPolicy
  arrived: ArrivedRequest
  scopes: ScopeValues
  /** One solved challenge satisfies every limit that asks for one. */
  hasSolvedChallenge: boolean
  hasForm: boolean
  /** The address in the form, and the code that was typed for it. */
  address?: { email: string; code: string; isProven: boolean }
  /** Names of counters that are given back if the request is refused, and of those that are only if the server could not serve it. */
  reserved: { refused: string[]; unserved: string[] }
  attemptId?: string
  tried?: Awaited<ReturnType<SecretDelay['begin']>>
}

/** `excess` is the request's count divided by the limit. */
type Exceeded = { onExceed: OnExceed; endsAt: Date; excess: number }

/** Counts the request under the limit. Throws if that is too many and what the request brings is not enough. */
export async function applyLimit(state: LimitState, limit: RateLimit): Promise<void> {
  const { deps, policy, scopes } = state
  const { windowMs, max, counts, onExceed } = limit
  const name = toCounterName(policy, limit, scopes)
  if (name === undefined) return
  if (counts === 'refused') {
    const current = await deps.counters.get(name)
    if (!current || current.count < max) return
    return enforce(state, { onExceed, endsAt: current.endsAt, excess: current.count / max })
  }
  const by = limit.unit === 'kilobytes' ? getKilobytes(state.arrived.request) : 1
  const { count, endsAt } = await deps.counters.increment(name, windowMs, by)
  if (counts === 'accepted') state.reserved.refused.push(name)
  else if (limit.unit === undefined) state.reserved.unserved.push(name)
  if (count > max) await enforce(state, { onExceed, endsAt, excess: count / max })
}

/** Applies the blocks of abuse detection, or only that of one scope. */
export async function applyBlocks(state: LimitState, only?: readonly string[]): Promise<void> {
  const { deps, policy, scopes, address, arrived } = state
  for (const block of await deps.blocks.find(policy, scopes)) {
    if (only && !only.includes(block.per)) continue
    if (address?.isProven) await deps.blocks.noteProof(block)
    else if (!state.hasSolvedChallenge && arrived.solution === undefined)
      await deps.blocks.noteDemand(block)
    await enforce(state, { ...block, excess: 1 })
  }
}

async function enforce(state: LimitState, { onExceed, endsAt, excess }: Exceeded): Promise<void> {
  const { deps, scopes, address, arrived } = state
  const retryAfterSeconds = secondsUntil(endsAt, deps.now().getTime())
  if (onExceed === 'refuse') throw new Refused('too-many-requests', { retryAfterSeconds })
  if (address?.isProven) return
  const { network } = scopes
  state.hasSolvedChallenge ||= await deps.challenges.verify(network, arrived.solution)
  if (!state.hasSolvedChallenge) {
    const challenge = deps.challenges.create(network, excess)
    throw new Refused('too-many-requests', { retryAfterSeconds, challenge })
  }
  if (onExceed === 'email-code' && address) await requireEmailCode(state, address)
}

async function requireEmailCode(
  { deps: { emailCodes }, arrived }: LimitState,
  { email, code: typed }: { email: string; code: string },
) {
  const code = typed === '' ? 'email-code-required' : 'email-code-wrong'
  await emailCodes.send(email, arrived.language)
  throw new Refused(code, { fields: { emailCode: [errorSentences[code]] } })
}

/** The largest image upload, with its form. A request without a declared length counts as that. */
const maxKilobytes = 5_200

function getKilobytes({ headers }: Request): number {
  const length = headers.get('content-length') ?? ''
  return /^\d{1,7}$/.test(length) ? Math.ceil(Number(length) / 1_000) : maxKilobytes
}
