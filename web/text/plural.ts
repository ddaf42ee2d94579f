import { language } from './language.ts'

const rules = new Intl.PluralRules(language.formats)

/** '1 donor', '12 donors': the form that the language has for a count. */
export function plural(count: number, forms: { one: string; other: (count: string) => string }) {
  return rules.select(count) === 'one' ? forms.one : forms.other(formatCount(count))
}

const numbers = new Intl.NumberFormat(language.formats)

/** '1,234'. */
export function formatCount(count: number): string {
  return numbers.format(count)
}
