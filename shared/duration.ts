/** A length of time in the unit in which people read it. */
export type Duration =
  | { readonly minutes: number }
  | { readonly hours: number }
  | { readonly days: number }
  | { readonly years: number }

const unitSeconds = { minutes: 60, hours: 3_600, days: 86_400, years: 365 * 86_400 }
const units = ['minutes', 'hours', 'days', 'years'] as const

function toParts(duration: Duration) {
  const counts = duration as Partial<Record<(typeof units)[number], number>>
  const unit = units.find((each) => counts[each] !== undefined) ?? 'days'
  return { unit, count: counts[unit] ?? 0 }
}

export function toSeconds(duration: Duration): number {
  const { unit, count } = toParts(duration)
  return count * unitSeconds[unit]
}

/** In English, for policies: '1 hour', '14 days'. */
export function formatDuration(duration: Duration): string {
  const { unit, count } = toParts(duration)
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`
}
