import { Refused, type ArrivedRequest, type RequestOutcome } from '../http/context.ts'
import { toUser } from '../policy/actor.ts'
import type { LimitedPolicy } from '../policy/rate-limit.ts'
import type { Counters } from './counters.ts'
import { toNetwork } from './scopes.ts'
import { secretDelay, failedLoginAlarm } from './thresholds.ts'

/** Delayed requests at the same time. Each of them holds a connection. */
const maxDelayed = 100

type SecretDelayDeps = {
  counters: Counters
  isKnownDevice: (request: Request, email: string) => Promise<boolean>
  sleep: (ms: number) => Promise<unknown>
  now: () => Date
}

/** Who presents a secret. Tries in a session and tries at the login do not delay each other's owner. */
type Claimant = { lane: string; slot: string; email: string; isSession: boolean }
type Tried = { claimant: Claimant; counters: readonly [lane: string, network: string] }

/**
 * Wrong passwords and codes delay the next try, in every route alike. They never lock the account, so that others cannot lock its owner
 * out: sessions have a delay of their own, and a known device does not wait at the login. A try counts as wrong until it turns out
 * to be right, so that simultaneous tries delay each other.
 */
export type SecretDelay = ReturnType<typeof openSecretDelay>

export function openSecretDelay({ counters, isKnownDevice, sleep, now }: SecretDelayDeps) {
  const slots = openSlots()
  let delayed = 0
  return { begin, finish }

  async function begin(arrived: ArrivedRequest, delays: LimitedPolicy['delays'], form: unknown) {
    const claimant = delays && findClaimant(arrived, delays, form)
    if (!claimant) return undefined
    const isKnown = once(() =>
      claimant.isSession ? Promise.resolve(false) : isKnownDevice(arrived.request, claimant.email),
    )
    const network = toNetwork(arrived.clientAddress)
    const slot = await slots.take(
      claimant.isSession ? claimant.slot : `${claimant.slot} ${network}`,
      isKnown,
    )
    try {
      return await delay({ ...claimant, slot }, network, isKnown)
    } catch (error) {
      slots.free(slot)
      throw error
    }
  }

  async function delay(claimant: Claimant, network: string, isKnown: () => Promise<boolean>) {
    const tried: Tried = { claimant, counters: [claimant.lane, `wrong secret network ${network}`] }
    const [own, all] = await countTry(tried)
    const delayMs = Math.max(
      toDelayMs(own, secretDelay.account),
      toDelayMs(all, secretDelay.network),
    )
    if (delayMs === 0 || (await isKnown())) return tried
    if (delayed >= maxDelayed) {
      await giveBack(tried)
      throw new Refused('busy', { retryAfterSeconds: 30 })
    }
    delayed++
    await sleep(delayMs).finally(() => delayed--)
    return tried
  }

  async function countTry({ counters: [lane, network] }: Tried): Promise<[number, number]> {
    const own = await counters.increment(lane, secretDelay.windowMs)
    const all = await counters.increment(network, secretDelay.windowMs)
    return [own.count, all.count]
  }

  async function finish(tried: Tried, { status, error }: RequestOutcome) {
    const { claimant } = tried
    slots.free(claimant.slot)
    if (error instanceof Refused && wrongSecretCodes.has(error.code)) {
      if (!claimant.isSession) await countFailedLogin(counters, now())
      return
    }
    await giveBack(tried)
    if (status < 400 && error === undefined) await counters.reset(claimant.lane)
  }

  async function giveBack({ counters: names }: Tried) {
    for (const name of names) await counters.release(name)
  }
}

/** Caps the tries of one session, or of one network at the login of one account, in this process. */
function openSlots() {
  const running = new Map<string, number>()
  return {
    /** A known device has slots of its own, which other devices cannot take. */
    async take(slot: string, isKnown: () => Promise<boolean>): Promise<string> {
      for (const name of [slot, `${slot} known`]) {
        const count = running.get(name) ?? 0
        if (count < secretDelay.maxParallel) {
          running.set(name, count + 1)
          return name
        }
        if (!(await isKnown())) break
      }
      throw new Refused('too-many-requests', { retryAfterSeconds: 2 })
    },
    free(slot: string) {
      const left = (running.get(slot) ?? 1) - 1
      if (left > 0) running.set(slot, left)
      else running.delete(slot)
    },
  }
}

const wrongSecretCodes = new Set(['invalid-credential', 'wrong-password', 'two-factor-code-wrong'])

/** Undefined if the form has no password and no code, as in a change of a name. */
function findClaimant(
  { actor }: ArrivedRequest,
  delays: 'account' | 'email',
  form: unknown,
): Claimant | undefined {
  const { email = '', currentPassword = '', code = '' } = form as Record<string, unknown>
  if (delays === 'email') {
    const address = String(email)
    return {
      lane: `wrong secret login ${address}`,
      slot: address,
      email: address,
      isSession: false,
    }
  }
  if (currentPassword === '' && code === '') return undefined
  const { uid, email: address, sessionId } = toUser(actor)
  return { lane: `wrong secret session ${uid}`, slot: sessionId, email: address, isSession: true }
}

/** `count` includes this try. */
function toDelayMs(count: number, { after, maxMs }: { after: number; maxMs: number }): number {
  if (count <= after) return 0
  return Math.min(maxMs, 1_000 * 2 ** Math.min(count - after - 1, 10))
}

function once<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return () => (running ??= work())
}

const hourMs = 3_600_000
const toCounterName = (hour: number) => `failed logins in hour ${hour}`
const toHour = (now: Date) => Math.floor(now.getTime() / hourMs)

/** Counts wrong passwords of all accounts per hour. */
export async function countFailedLogin(counters: Pick<Counters, 'increment'>, now: Date) {
  await counters.increment(toCounterName(toHour(now)), (failedLoginAlarm.hours + 1) * hourMs)
}

/** True if this hour has far more wrong passwords than the median of the 24 hours before it. */
export async function hasFailedLoginSpike(
  counters: Pick<Counters, 'getMany'>,
  now: Date,
): Promise<boolean> {
  const hours = Array.from({ length: failedLoginAlarm.hours + 1 }, (_, back) => toHour(now) - back)
  const counts = await counters.getMany(hours.map(toCounterName))
  const [current = 0, ...earlier] = counts.map((entry) => entry?.count ?? 0)
  const baseline = Math.max(failedLoginAlarm.minBaseline, toMedian(earlier))
  return current > failedLoginAlarm.factor * baseline
}

function toMedian(counts: number[]): number {
  const sorted = counts.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
