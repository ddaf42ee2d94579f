import { language } from './language.ts'

const rules = new Intl.PluralRules(language.formats)

/** '1 donor' or '12 donors', by the plural rules of the language. */
export function plural(count: number, forms: { one: string; other: (count: string) => string }) {
  return rules.select(count) === 'one' ? forms.one : forms.other(formatCount(count))
}

const numbers = new Intl.NumberFormat(language.formats)

/** A count with thousands separators: '1,234'. */
export function formatCount(count: number): string {
  return numbers.format(count)
}
