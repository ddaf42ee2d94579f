import type { Attempts } from './attempts.ts'
import { loginDelay } from './limit-table.ts'
import { countFailedLogin } from './failed-logins.ts'

/** Nobody is locked out by somebody else's guessing: the right password works at any time, it only takes longer. */
export function delayFor(failures: number): number {
  if (failures < loginDelay.after) return 0
  return Math.min(loginDelay.mostMs, 1_000 * 2 ** Math.min(failures - loginDelay.after, 10))
}

const subjectOf = (email: string) => `wrong password ${email}`

export async function countFailures(attempts: Attempts, email: string): Promise<number> {
  return (await attempts.look(subjectOf(email)))?.count ?? 0
}

type Tried = { email: string; status: number; now: Date }

export async function noteOutcome(attempts: Attempts, { email, status, now }: Tried) {
  if (status === 200) await attempts.forget(subjectOf(email))
  if (status !== 401) return
  await attempts.count(subjectOf(email), loginDelay.withinMs)
  await countFailedLogin(attempts, now)
}
