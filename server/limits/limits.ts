import type { Context, MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'

import { emailSchema } from '#shared/account.ts'
import { puzzleHeader } from '#shared/puzzle.ts'

import type { Database } from '../database/database.ts'
import { Refused, type Env } from '../http.ts'
import type { Sealing } from '../sealing.ts'
import { isKnownDevice } from '../sessions/known-devices.ts'
import type { SessionCookies } from '../sessions/session-cookies.ts'
import { openAttempts, type Attempts } from './attempts.ts'
import { limitedActions, type Limit, type LimitedAction } from './limit-table.ts'
import { countFailures, delayFor, noteOutcome } from './login-delay.ts'
import { networkOf } from './network.ts'
import { openPuzzles, type Puzzles } from './puzzle.ts'
import { openReading, secondsUntil } from './reading.ts'

export type LimitOptions = {
  database: Database
  sealing: Sealing
  cookies: Pick<SessionCookies, 'deviceOf'>
  now?: () => Date
  sleep?: (ms: number) => Promise<void>
  actions?: readonly LimitedAction[]
}

export interface Limits {
  attempts: Attempts
  /** Stands in front of all routes. */
  guard: MiddlewareHandler<Env>
}

/** So many may wait for their turn after wrong passwords; a connection costs us something as well. */
const waitingMost = 100

export function openLimits(options: LimitOptions): Limits {
  const { now = () => new Date(), sleep = pause, actions: all = limitedActions } = options
  const attempts = openAttempts({ ...options, now })
  const parts = { ...options, attempts, puzzles: openPuzzles({ ...options, attempts, now }), now }
  const read = openReading(attempts, now)
  let waiting = 0

  const delayLogin = async (c: Context<Env>, email: string) => {
    const delayMs = delayFor(await countFailures(attempts, email))
    if (delayMs === 0 || (await isKnownDevice(options.database, email, deviceOf(c)))) return
    if (waiting >= waitingMost) throw new Refused('busy', { retryAfterSeconds: 30 })
    waiting++
    await sleep(delayMs).finally(() => waiting--)
  }
  const deviceOf = (c: Context<Env>) => options.cookies.deviceOf(c.req.raw)

  const guard: MiddlewareHandler<Env> = async (c, next) => {
    const { method, path } = c.req
    if (method === 'GET' || method === 'HEAD') {
      if (!isFree.test(path)) await read(networkOf(c.var.clientAddress))
      return next()
    }
    const actions = all.filter((action) => action.method === method && action.path.test(path))
    if (actions.length === 0) return next()
    const subjects = await subjectsOf(c)
    const tried = { subjects, isPaid: false }
    for (const action of actions) await admit(parts, c, action, tried)
    const email = path === '/api/session' ? subjects.email : undefined
    if (email !== undefined) await delayLogin(c, email)
    await next()
    for (const action of actions) await countOutcome(attempts, c.res.status, action, subjects)
    if (email !== undefined) await noteOutcome(attempts, email, c.res.status)
  }
  return { attempts, guard }
}

/** Built files cost nothing, and whoever watches over us may ask as often as they like. */
const isFree = /^\/(assets\/|healthz$|readyz$)/

type Subjects = Partial<Record<Limit['per'], string>>
type Parts = { attempts: Attempts; puzzles: Puzzles; now: () => Date }
type Tried = {
  subjects: Subjects
  /** One solved puzzle opens every limit of the request that asks for one. */
  isPaid: boolean
}

async function admit(parts: Parts, c: Context<Env>, action: LimitedAction, tried: Tried) {
  const { puzzles, now } = parts
  const { network = '' } = tried.subjects
  for (const limit of action.limits) {
    const endsAt = await reachedUntil(parts.attempts, action, limit, tried.subjects)
    if (endsAt === undefined) continue
    const retryAfterSeconds = secondsUntil(endsAt, now().getTime())
    if (limit.over === 'refuse') throw new Refused('too-many-requests', { retryAfterSeconds })
    const purpose = `${action.name} ${network}`
    tried.isPaid ||= await puzzles.isSolved(purpose, c.req.header(puzzleHeader))
    if (!tried.isPaid) {
      const puzzle = puzzles.make(purpose)
      throw new Refused('too-many-requests', { retryAfterSeconds, puzzle })
    }
  }
}

/** When the limit will be open again, or undefined while it is. */
async function reachedUntil(
  attempts: Attempts,
  action: LimitedAction,
  limit: Limit,
  subjects: Subjects,
): Promise<Date | undefined> {
  const subject = subjectOf(action, limit, subjects)
  if (subject === undefined) return undefined
  if (action.counts === 'all') {
    const { count, endsAt } = await attempts.count(subject, limit.withinMs)
    return count > limit.most ? endsAt : undefined
  }
  const counted = await attempts.look(subject)
  return counted && counted.count >= limit.most ? counted.endsAt : undefined
}

async function countOutcome(
  attempts: Attempts,
  status: number,
  action: LimitedAction,
  subjects: Subjects,
) {
  if (action.counts === 'all' || (action.counts === 'accepted') !== status < 400) return
  for (const limit of action.limits) {
    const subject = subjectOf(action, limit, subjects)
    if (subject !== undefined) await attempts.count(subject, limit.withinMs)
  }
}

function subjectOf({ name }: LimitedAction, { per, withinMs, over }: Limit, subjects: Subjects) {
  const subject = subjects[per]
  return subject === undefined ? undefined : `${name} ${over} ${per} ${withinMs} ${subject}`
}

const bodySchema = z.object({ email: emailSchema('') })

async function subjectsOf(c: Context<Env>): Promise<Subjects> {
  const { actor, clientAddress } = c.var
  const campaign = /^\/api\/campaigns\/([^/]+)\//.exec(c.req.path)?.[1]?.toLowerCase()
  const account = actor.kind === 'user' ? actor : undefined
  const email = (await emailIn(c)) ?? account?.email
  return {
    network: networkOf(clientAddress),
    everybody: '',
    ...(email !== undefined && { email }),
    ...(account && { account: account.uid }),
    ...(campaign !== undefined && { campaign }),
    ...(campaign !== undefined &&
      email !== undefined && { 'email-and-campaign': `${email} ${campaign}` }),
  }
}

/** The address in a form, if it is one that any route would take. What cannot be read is for the route to refuse. */
async function emailIn(c: Context<Env>): Promise<string | undefined> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) return undefined
  if (!c.req.path.startsWith('/api/')) return undefined
  try {
    return z.safeParse(bodySchema, JSON.parse(await c.req.text())).data?.email
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
