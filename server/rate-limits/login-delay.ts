import type { Context } from 'hono'

import { Refused, type Env } from '../http/context.ts'
import type { Counters } from './counters.ts'
import { countFailedLogin } from './failed-logins.ts'
import { loginDelay } from './rate-limit-table.ts'

/** Delayed logins at the same time. Each of them holds a connection. */
const maxDelayedLogins = 100

type LoginDelayDeps = {
  counters: Counters
  isKnownDevice: (request: Request, email: string) => Promise<boolean>
  sleep: (ms: number) => Promise<unknown>
  now: () => Date
}

/** Failed logins delay the next attempt and never lock the account, so that others cannot lock its owner out. */
export function openLoginDelay({ counters, isKnownDevice, sleep, now }: LoginDelayDeps) {
  let delayedLogins = 0

  return async function handleLogin(c: Context<Env>, next: () => Promise<void>, email?: string) {
    if (email === undefined) return next()
    await delay(c.req.raw, email)
    await next()
    if (c.res.status === 200) await counters.reset(toCounterName(email))
    if (c.res.status !== 401) return
    await counters.increment(toCounterName(email), loginDelay.windowMs)
    await countFailedLogin(counters, now())
  }

  async function delay(request: Request, email: string) {
    const failures = (await counters.get(toCounterName(email)))?.count ?? 0
    const delayMs = toDelayMs(failures)
    if (delayMs === 0 || (await isKnownDevice(request, email))) return
    if (delayedLogins >= maxDelayedLogins) throw new Refused('busy', { retryAfterSeconds: 30 })
    delayedLogins++
    await sleep(delayMs).finally(() => delayedLogins--)
  }
}

function toDelayMs(failures: number): number {
  if (failures < loginDelay.after) return 0
  return Math.min(loginDelay.maxMs, 1_000 * 2 ** Math.min(failures - loginDelay.after, 10))
}

const toCounterName = (email: string) => `failed login ${email}`
