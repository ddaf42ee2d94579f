import { setTimeout as sleepFor } from 'node:timers/promises'

import type { MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'

import { errorSentences } from '#shared/error-sentences.ts'

import type { Foundation } from '../../providers/foundation.ts'
import { mailTurns } from '../mail/mail.ts'
import {
  type Env,
  type RequestLimiter,
  type ArrivedRequest,
  type LimitedRequest,
  type RequestOutcome,
  Refused,
} from '../http/context.ts'
import {
  type LimitedPolicy,
  type RateLimitPolicy,
  getStage,
  type LimitStage,
  type OnExceed,
  type RateLimit,
  type Block,
} from '../policy/rate-limit.ts'
import { donationCodes, resetMails } from '../policy/rate-limit-policies.ts'
import { openAbuseDetection } from './abuse-detection.ts'
import { openCheckoutAttempts, type CheckoutAttempts } from './checkout-attempts.ts'
import { openCounters, type Counters } from './counters.ts'
import {
  openChallenges,
  type ChallengeCosts,
  openEmailCodes,
  type Challenges,
  type EmailCodes,
} from './proofs.ts'
import {
  toNetwork,
  toCounterName,
  toArrivalScopes,
  toFormScopes,
  toSubjectScopes,
  type ScopeValues,
  toBlockName,
} from './scopes.ts'
import { openSecretDelay, type SecretDelay } from './secret-delay.ts'
import { unpaidDonationLimit, readRateLimit } from './thresholds.ts'

export type RateLimitOptions = Pick<Foundation, 'database' | 'sealing' | 'outbox'> & {
  /** True if the browser has logged in to the account with this address before. */
  isKnownDevice: (request: Request, email: string) => Promise<boolean>
  now?: () => Date
  sleep?: Sleep
  challengeCosts?: ChallengeCosts
  /** Replaces policies, for tests of one limit. */
  adjust?: (policy: RateLimitPolicy) => RateLimitPolicy
}

export type RateLimits = ReturnType<typeof openRateLimits>

export function openRateLimits(options: RateLimitOptions) {
  const { now = () => new Date(), sleep = sleepFor, adjust, challengeCosts: costs } = options
  const counters = openCounters({ ...options, now })
  const deps = { ...options, counters, now }
  const countRead = openReadRateLimit(counters, now, sleep)
  const checkouts = openCheckoutAttempts(deps)
  const emailCodes = openEmailCodes(deps)
  const limiterDeps = {
    ...deps,
    checkouts,
    emailCodes,
    challenges: openChallenges({ ...deps, ...(costs && { costs }) }),
    blocks: openBlocks(counters),
    delays: openSecretDelay({ ...deps, sleep }),
  }

  const limiter: RequestLimiter = {
    start(arrived, given) {
      const policy = adjust?.(given) ?? given
      if (policy.kind === 'unlimited') return undefined
      const { method, headers } = arrived.request
      const isOnlyRead = policy.kind === 'reads'
      const isRead = isOnlyRead || method === 'GET' || method === 'HEAD'
      const mayWait = isOnlyRead && headers.get('accept')?.includes('text/html')
      const network = toNetwork(arrived.clientAddress)
      const wait = isRead ? countRead(network, { ...arrived, mayWait }) : undefined
      if (isOnlyRead) return wait?.then(() => undefined)
      const start = () => startLimitedRequest(limiterDeps, arrived, policy)
      return wait ? wait.then(start) : start()
    },
  }

  return {
    counters,
    /** Runs before all routes and hands the limiter to their gates. */
    middleware: ((c, next) => {
      c.set('limiter', limiter)
      return mailTurns.run({ turn: 0 }, next)
    }) satisfies MiddlewareHandler<Env>,
    /** Gives back what a request took from the mail budget, once it turned out that no mail was queued. */
    giveBackMail: async () => {
      for (const limit of resetMails.limits) {
        const name = limit.per === 'global' && toCounterName(resetMails, limit, { global: '' })
        if (name) await counters.release(name)
      }
    },
    abuseDetection: openAbuseDetection({ counters, checkouts, emailCodes, now }),
  }
}

/** Starts a request that is checked stage by stage, while the gate and the route learn more about it. */
async function startLimitedRequest(
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

type RateLimiterDeps = {
  counters: Counters
  challenges: Challenges
  emailCodes: EmailCodes
  checkouts: CheckoutAttempts
  blocks: Blocks
  delays: SecretDelay
  now: () => Date
}

/** What is known about a request, and what it has taken from the limits so far. */
type LimitState = {
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
type Exceeded = { onExceed: Exclude<OnExceed, 'queue'>; endsAt: Date; excess: number }

/** Counts the request under the limit. Throws if that is too many and what the request brings is not enough. */
async function applyLimit(state: LimitState, limit: RateLimit): Promise<void> {
  const { deps, policy, scopes } = state
  const { windowMs, max, counts } = limit
  const name = toCounterName(policy, limit, scopes)
  if (name === undefined) return
  if (counts === 'refused') {
    const current = await deps.counters.get(name)
    if (!current || current.count < max) return
    return exceed(state, limit, current)
  }
  const by = limit.unit === 'kilobytes' ? getKilobytes(state.arrived.request) : 1
  const { count, endsAt } = await deps.counters.increment(name, windowMs, by)
  if (counts === 'accepted') state.reserved.refused.push(name)
  else if (limit.unit === undefined) state.reserved.unserved.push(name)
  if (count > max) await exceed(state, limit, { count, endsAt })
}

async function exceed(
  state: LimitState,
  { onExceed, per, max }: RateLimit,
  { count, endsAt }: { count: number; endsAt: Date },
): Promise<void> {
  if (onExceed !== 'queue') return enforce(state, { onExceed, endsAt, excess: count / max })
  const { actor } = state.arrived
  const mail = mailTurns.getStore()
  if (!mail || (actor.kind === 'user' && actor.emailVerified)) return
  // The first share of each network is sent before the second share of any.
  const turn = per === 'global' ? 1 : Math.ceil(count / max)
  mail.turn = Math.max(mail.turn, Math.min(turn, maxTurn))
}

const maxTurn = 20

/** Applies the blocks of abuse detection, or only that of one scope. */
async function applyBlocks(state: LimitState, only?: readonly string[]): Promise<void> {
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
  const asked = { ...scopes, policy: state.policy.name }
  state.hasSolvedChallenge ||= await deps.challenges.verify(asked, arrived.solution)
  if (!state.hasSolvedChallenge) {
    const challenge = deps.challenges.create(asked, excess)
    throw new Refused('too-many-requests', { retryAfterSeconds, challenge })
  }
  if (onExceed === 'email-code' && address) await requireEmailCode(state, address)
}

async function requireEmailCode(
  state: LimitState,
  { email, code: typed }: { email: string; code: string },
) {
  const { deps, arrived } = state
  const code = typed === '' ? 'email-code-required' : 'email-code-wrong'
  for (const limit of donationCodes.limits) await applyLimit(state, limit)
  await deps.emailCodes.send(email, arrived.language)
  throw new Refused(code, { fields: { emailCode: [errorSentences[code]] } })
}

/** The largest image upload, with its form. A request without a declared length counts as that. */
const maxKilobytes = 5_200

function getKilobytes({ headers }: Request): number {
  const length = headers.get('content-length') ?? ''
  return /^\d{1,7}$/.test(length) ? Math.ceil(Number(length) / 1_000) : maxKilobytes
}

type OpenBlock = Block & { name: string; endsAt: Date }

/** Blocks of abuse detection. One lasts for as long as unproven requests keep coming, and honest people who prove themselves do not prolong it. */
type Blocks = ReturnType<typeof openBlocks>

function openBlocks(counters: Counters) {
  const { windowMs, blockMs, maxUnproven } = unpaidDonationLimit
  const toName = ({ name }: OpenBlock) => `unproven ${name}`
  return {
    async find(policy: LimitedPolicy, scopes: ScopeValues) {
      const blocks = (policy.blocks ?? []).flatMap((block) => {
        const value = scopes[block.per]
        return value === undefined
          ? []
          : [{ ...block, name: toBlockName(policy, block.per, value) }]
      })
      if (blocks.length === 0) return []
      const counts = await counters.getMany(blocks.map(({ name }) => name))
      return blocks.flatMap((block, index) => {
        const endsAt = counts[index]?.endsAt
        return endsAt ? [{ ...block, endsAt }] : []
      })
    },
    async noteDemand(block: OpenBlock) {
      if (block.onExceed !== 'email-code') return
      const { count } = await counters.increment(toName(block), windowMs)
      if (count > maxUnproven) await counters.extend(block.name, blockMs)
    },
    async noteProof(block: OpenBlock) {
      if (block.onExceed === 'email-code') await counters.release(toName(block))
    },
  }
}

/** Reads that a process allows before it asks the database. Most visitors stay below, so a page view costs no write. */
const batchSize = 60

/** `remaining` is negative while pages have asked for more than a batch. `batch` ends with the end of the window if the limit is reached. */
type Allowance = { endsAtMs: number; remaining: number; batch?: Promise<Date | undefined> }
type Sleep = (ms: number) => Promise<unknown>
type Read = { isPartOfPage?: boolean; mayWait?: boolean | undefined }

/**
 * Limits GET and HEAD requests, and what a rule limits like them, per network. Each process allows one batch without asking; all
 * further batches are counted in the database and shared by all processes. Above the limit a browser's page waits once for the next
 * window. The calls of the API that it makes are counted and never refused, so that it is whole; later pages wait for what it took.
 */
function openReadRateLimit(counters: Counters, now: () => Date, sleep: Sleep) {
  const { windowMs, max } = readRateLimit
  const allowances = new Map<string, Allowance>()
  let purgedAtMs = 0
  /** Pages that wait for the next window, in this process. */
  const maxWaiting = 500
  let waiting = 0

  function getAllowance(network: string, nowMs: number): Allowance {
    const current = allowances.get(network)
    if (current && current.endsAtMs > nowMs) return current
    if (nowMs - purgedAtMs > windowMs) {
      for (const [name, { endsAtMs }] of allowances)
        if (endsAtMs + windowMs <= nowMs) allowances.delete(name)
      purgedAtMs = nowMs
    }
    const remaining = batchSize + Math.min(0, current?.remaining ?? 0)
    const allowance = { endsAtMs: nowMs + windowMs, remaining }
    allowances.set(network, allowance)
    return allowance
  }

  /** Returns undefined, without a promise, while the batch lasts. Rejects with `too-many-requests` over the limit. */
  const countRead = (network: string, read: Read): Promise<void> | undefined => {
    const allowance = getAllowance(network, now().getTime())
    if (allowance.remaining <= 0 && !read.isPartOfPage) return wait(network, allowance, read)
    allowance.remaining--
    return undefined
  }

  async function wait(network: string, allowance: Allowance, { mayWait }: Read) {
    // Requests that come together share a batch, of which each would otherwise take one.
    allowance.batch ??= takeBatch(network, allowance).finally(() => delete allowance.batch)
    const endsAt = await allowance.batch
    if (!endsAt) return countRead(network, { mayWait })
    const retryAfterSeconds = secondsUntil(endsAt, now().getTime())
    if (!mayWait || waiting >= maxWaiting)
      throw new Refused('too-many-requests', { retryAfterSeconds })
    waiting++
    await sleep(retryAfterSeconds * 1_000).finally(() => waiting--)
    return countRead(network, {})
  }

  async function takeBatch(network: string, allowance: Allowance) {
    const { count, endsAt } = await counters.increment(`read ${network}`, windowMs, batchSize)
    // The first batch was not counted in the database.
    if (count + batchSize > max) return endsAt
    allowance.remaining += batchSize
    return undefined
  }
  return countRead
}

function secondsUntil(moment: Date, nowMs: number): number {
  return Math.max(1, Math.ceil((moment.getTime() - nowMs) / 1_000))
}
