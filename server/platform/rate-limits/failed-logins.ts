import type { Counters } from './counters.ts'
import { failedLoginAlarm } from './thresholds.ts'

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
