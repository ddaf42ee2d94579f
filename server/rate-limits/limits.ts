import type { Context, MiddlewareHandler } from 'hono'

import { puzzleHeader } from '#shared/challenge.ts'

import type { Database } from '../database/database.ts'
import { Refused, type Env } from '../http/context.ts'
import type { Sealing } from '../runtime/sealing.ts'
import { isKnownDevice } from '../accounts/known-devices.ts'
import type { SessionCookies } from '../accounts/session-cookies.ts'
import { openAdmission, type Visit } from './admission.ts'
import { openAttempts, type Attempts } from './attempts.ts'
import { openCheckoutAttempts } from './checkout-attempts.ts'
import { limitedActions, type LimitedAction } from './limit-table.ts'
import { countFailures, delayFor, noteOutcome } from './login-delay.ts'
import { networkOf } from './network.ts'
import { openPuzzles } from './puzzle.ts'
import { openReading } from './reading.ts'
import { subjectsOf } from './subjects.ts'
import { openWatch, type Watch } from './watch.ts'

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
  /** For what is answered without the routes; false if they have to say why not. */
  admitsReading: (clientAddress: string) => boolean | Promise<boolean>
  watch: Watch
}

/** So many may wait for their turn after wrong passwords; a connection costs us something as well. */
const waitingMost = 100

export function openLimits(options: LimitOptions): Limits {
  const { now = () => new Date(), sleep = pause, actions: all = limitedActions } = options
  const attempts = openAttempts({ ...options, now })
  const parts = { ...options, attempts, now }
  const admission = openAdmission({ ...parts, puzzles: openPuzzles(parts) })
  const checkouts = openCheckoutAttempts(parts)
  const read = openReading(attempts, now)
  let waiting = 0

  const guard: MiddlewareHandler<Env> = async (c, next) => {
    const { method, path } = c.req
    if (method === 'GET' || method === 'HEAD') {
      if (!isFree.test(path)) await read(networkOf(c.var.clientAddress))
      return next()
    }
    const actions = all.filter((action) => action.method === method && action.path.test(path))
    if (actions.length === 0) return next()
    const visit = await visitOf(c)
    for (const action of actions) await admission.admit(action, visit)
    const donation = actions.find(({ name }) => name === 'donation')
    if (donation) await beginCheckout(c, next, { donation, visit })
    else if (path === '/api/session') await logIn(c, next, visit.subjects.email)
    else await next()
    for (const action of actions) await admission.countOutcome(action, visit, c.res.status)
  }
  const admitsReading = (clientAddress: string) =>
    read(networkOf(clientAddress))?.then(
      () => true,
      () => false,
    ) ?? true
  return { attempts, guard, admitsReading, watch: openWatch({ attempts, checkouts, now }) }

  async function beginCheckout(
    c: Context<Env>,
    next: () => Promise<void>,
    { donation, visit }: { donation: LimitedAction; visit: Visit },
  ) {
    const { id, closed } = await checkouts.begin(visit.subjects)
    try {
      for (const each of closed) await admission.pass(donation, visit, each)
      await next()
    } finally {
      await checkouts.finish(id, c.var.receipt)
    }
  }

  async function logIn(c: Context<Env>, next: () => Promise<void>, email: string | undefined) {
    if (email === undefined) return next()
    await delayLogin(c, email)
    await next()
    await noteOutcome(attempts, { email, status: c.res.status, now: now() })
  }

  async function delayLogin(c: Context<Env>, email: string) {
    const delayMs = delayFor(await countFailures(attempts, email))
    const device = options.cookies.deviceOf(c.req.raw)
    if (delayMs === 0 || (await isKnownDevice(options.database, email, device))) return
    if (waiting >= waitingMost) throw new Refused('busy', { retryAfterSeconds: 30 })
    waiting++
    await sleep(delayMs).finally(() => waiting--)
  }
}

/** Built files cost nothing, and whoever watches over us may ask as often as they like. */
const isFree = /^\/(assets\/|healthz$|readyz$)/

async function visitOf(c: Context<Env>): Promise<Visit> {
  return {
    subjects: await subjectsOf(c),
    kilobytes: kilobytesOf(c.req.header('content-length')),
    solution: c.req.header(puzzleHeader),
    isPaid: false,
  }
}

/** A picture of the largest size and its form. */
const mostKilobytes = 5_200

/** Whoever does not say how much it is pays for the most that may come. */
function kilobytesOf(contentLength = ''): number {
  return /^\d{1,7}$/.test(contentLength) ? Math.ceil(Number(contentLength) / 1_000) : mostKilobytes
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
