import * as z from 'zod/mini'

import { toHostUrls } from '../database/database-url.ts'
import { parseList } from '../runtime/files.ts'

// The kinds of values that several settings share. Each error is one sentence that names the setting.

export const text = z.string()

/** What a text says. `parse` answers undefined where that is not possible, and `rule` tells what is. */
export const parsed = <Value>(
  name: string,
  parse: (value: string) => Value | undefined,
  rule: string,
) =>
  z.pipe(
    text,
    z.transform((value, context) => {
      const found = parse(value)
      if (found !== undefined) return found
      context.issues.push({ code: 'custom', input: value, message: `${name} must ${rule}.` })
      return z.NEVER
    }),
  )

/** A text as it is. */
export const matching = (
  name: string,
  condition: RegExp | ((value: string) => boolean),
  rule: string,
) => {
  const isMatch = condition instanceof RegExp ? (value: string) => condition.test(value) : condition
  return parsed(name, (value) => (isMatch(value) ? value : undefined), rule)
}

export const choice = <const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
) => z.enum(values, { error: `${name} must be ${values.join(' or ')}.` })
export const address = (name: string) => z.email({ error: `${name} must be an email address.` })
export const url = (name: string, protocol: RegExp, example: string) =>
  matching(name, (value) => protocol.test(value) && URL.canParse(value), `look like ${example}`)

/** A secret that another service has too. */
export const sharedSecret = (name: string) =>
  z.optional(matching(name, (value) => value.length >= 20, 'be at least 20 random characters'))

export const databaseUrl = (name: string) =>
  parsed(
    name,
    toHostUrls,
    'look like postgres://user:password@host:5432/database, with several hosts separated by commas',
  )

/** Several values, separated by commas or line breaks. */
export const list = (
  name: string,
  isValid: (value: string, index: number) => boolean,
  rule: string,
) => {
  const parse = (value: string) => {
    const values = parseList(value)
    return values.length > 0 && values.every(isValid) ? values : undefined
  }
  return parsed(name, parse, rule)
}

type Range = { min: number; max: number }

const anyWholeNumber = (name: string, { min, max }: Range) => {
  const parse = (value: string) =>
    /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
      ? Number(value)
      : undefined
  return parsed(name, parse, `be a whole number from ${min} to ${max}`)
}
export const optionalWholeNumber = (name: string, range: Range) =>
  z.optional(anyWholeNumber(name, range))
export const wholeNumber = (name: string, range: Range, unset: number) =>
  z._default(anyWholeNumber(name, range), unset)

export const naira = (name: string, unset: number) =>
  wholeNumber(name, { min: 0, max: 999_999_999 }, unset)
