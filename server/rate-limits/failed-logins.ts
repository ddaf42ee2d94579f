import type { Attempts } from './attempts.ts'
import { failingLogins } from './limit-table.ts'

const hourMs = 3_600_000
const subjectOf = (hour: number) => `wrong passwords of hour ${hour}`
const hourOf = (now: Date) => Math.floor(now.getTime() / hourMs)

/** Counts wrong passwords of all people together, hour by hour. */
export async function countFailedLogin(attempts: Pick<Attempts, 'count'>, now: Date) {
  await attempts.count(subjectOf(hourOf(now)), (failingLogins.hours + 1) * hourMs)
}

/** Whether many more are wrong in this hour than in the usual one of the day before it. */
export async function areLoginsFailing(
  attempts: Pick<Attempts, 'lookAll'>,
  now: Date,
): Promise<boolean> {
  const hours = Array.from({ length: failingLogins.hours + 1 }, (_, back) => hourOf(now) - back)
  const found = await attempts.lookAll(hours.map(subjectOf))
  const [current = 0, ...before] = found.map((counted) => counted?.count ?? 0)
  const usual = Math.max(failingLogins.quiet, medianOf(before))
  return current > failingLogins.times * usual
}

function medianOf(counts: number[]): number {
  const sorted = counts.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
