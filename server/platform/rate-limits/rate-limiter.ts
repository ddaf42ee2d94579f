import * as z from 'zod/mini'

import type { ArrivedRequest, LimitedRequest, RequestOutcome } from '../http/request-limiter.ts'
import { getStage, type LimitedPolicy, type LimitStage } from '../policy/rate-limit.ts'
import {
  applyBlocks,
  applyLimit,
  type LimitState,
  type RateLimiterDeps,
} from './limit-enforcement.ts'
import { toArrivalScopes, toCounterName, toFormScopes, toSubjectScopes } from './scopes.ts'

/** Starts a request that is checked stage by stage, while the gate and the route learn more about it. */
export async function startLimitedRequest(
  deps: RateLimiterDeps,
  arrived: ArrivedRequest,
  policy: LimitedPolicy,
): Promise<LimitedRequest> {
  const state: LimitState = {
    deps,
    arrived,
    policy,
    scopes: toArrivalScopes(arrived),
    hasSolvedChallenge: arrived.hasSolvedChallenge,
    hasForm: false,
    reserved: { refused: [], unserved: [] },
  }
  try {
    await checkStage(state, 'arrival')
  } catch (error) {
    await finish(state, { status: 429, error })
    throw error
  }
  return {
    hasSolvedChallenge: () => state.hasSolvedChallenge,
    async checkSubject(subject) {
      Object.assign(state.scopes, toSubjectScopes(subject))
      await checkStage(state, 'subject')
    },
    checkForm: (form) => checkForm(state, form),
    finish: (outcome) => finish(state, outcome),
  }
}

async function checkStage(state: LimitState, stage: LimitStage) {
  for (const limit of state.policy.limits)
    if (getStage(limit) === stage) await applyLimit(state, limit)
}

/** The address in a parsed form, and the code that was mailed to it. */
const addressSchema = z.object({ email: z.string(), emailCode: z.optional(z.string()) })

async function checkForm(state: LimitState, form: unknown) {
  const { deps, policy, arrived, scopes } = state
  state.hasForm = true
  const parsed = z.safeParse(addressSchema, form).data
  if (parsed) {
    const { email, emailCode: code = '' } = parsed
    const isProven = hasProvenAddress(state, email, code)
    state.address = { email, code, isProven }
    Object.assign(scopes, toFormScopes(arrived, { email, isProven, campaign: scopes.campaign }))
  }
  await applyBlocks(state)
  await checkStage(state, 'form')
  if (policy.startsCheckout) {
    const { id, exceeded } = await deps.checkouts.start(scopes)
    state.attemptId = id
    if (exceeded.length > 0) await applyBlocks(state, exceeded)
  }
  state.tried = await deps.delays.begin(arrived, policy.delays, form)
}

/** Only donors prove their address: everywhere else a mailed link does. */
function hasProvenAddress({ deps, policy, arrived }: LimitState, email: string, code: string) {
  if (!policy.startsCheckout) return false
  const { actor } = arrived
  if (actor.kind === 'user' && actor.emailVerified && actor.email === email) return true
  return code !== '' && deps.emailCodes.isRight(email, code)
}

async function finish(state: LimitState, outcome: RequestOutcome) {
  const { deps, policy, attemptId, tried } = state
  const isAccepted = outcome.error === undefined && outcome.status < 400
  if (!isAccepted) {
    const { refused, unserved } = state.reserved
    // A busy or broken server is not the fault of who asked.
    const isUnserved = outcome.status === 503
    for (const name of isUnserved ? [...refused, ...unserved] : refused)
      await deps.counters.release(name)
    if (!isUnserved) await countRefusal(state)
  }
  if (attemptId !== undefined) await deps.checkouts.finish(attemptId, outcome.accessCode)
  if (tried) await deps.delays.finish(tried, outcome)
  if (isAccepted && !state.hasForm && needsForm(policy))
    throw new Error(`the limit ${policy.name} needs the form, and the route parsed none`)
}

async function countRefusal({ deps, policy, scopes }: LimitState) {
  for (const limit of policy.limits) {
    const name = limit.counts === 'refused' && toCounterName(policy, limit, scopes)
    if (name) await deps.counters.increment(name, limit.windowMs)
  }
}

function needsForm({ limits, delays, startsCheckout }: LimitedPolicy): boolean {
  return Boolean(delays ?? startsCheckout) || limits.some((limit) => getStage(limit) === 'form')
}
