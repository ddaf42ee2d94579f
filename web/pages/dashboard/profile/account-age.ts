import { language } from '../../../text/language.ts'

const dayMs = 86_400_000

/** The age of an account in its largest whole unit, such as '3 months'. Undefined if it is unknown. */
export function accountAge(createdAt: string | null, now: Date = new Date()): string | undefined {
  if (createdAt === null) return undefined
  const ageMs = now.getTime() - Date.parse(createdAt)
  if (Number.isNaN(ageMs)) return undefined
  const days = Math.max(1, Math.floor(ageMs / dayMs))
  if (days < 30) return formatUnit(days, 'day')
  if (days < 365) return formatUnit(Math.floor(days / 30.44), 'month')
  return formatUnit(Math.floor(days / 365.25), 'year')
}

function formatUnit(count: number, unit: 'day' | 'month' | 'year'): string {
  const atLeastOne = Math.max(1, count)
  return new Intl.NumberFormat(language.formats, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
  }).format(atLeastOne)
}
