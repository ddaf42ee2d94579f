import * as z from 'zod/mini'

import { toHostUrls } from '../database/database-url.ts'
import { parseList } from '../runtime/files.ts'

// The kinds of values that several settings share. Each error is one sentence that names the setting.

export const text = (error: string) => z.string({ error })
export const choice = <const Values extends readonly [string, ...string[]]>(
  name: string,
  values: Values,
) => z.enum(values, { error: `${name} must be ${values.join(' or ')}.` })
export const address = (name: string) => z.email({ error: `${name} must be an email address.` })
export const url = (name: string, protocol: RegExp, example: string) =>
  z.string().check(
    z.refine((value) => protocol.test(value) && URL.canParse(value), {
      error: `${name} must look like ${example}.`,
    }),
  )

/** A secret that another service has too. */
export const sharedSecret = (name: string) =>
  z.optional(
    text('').check(
      z.refine((value) => value.length >= 20, {
        error: `${name} must be at least 20 random characters.`,
      }),
    ),
  )

/** One URL for each host. */
export const databaseUrl = (name: string) =>
  z.pipe(
    text(''),
    z.transform((value, context) => {
      const urls = toHostUrls(value)
      if (urls) return urls
      const message = `${name} must look like postgres://user:password@host:5432/database, with several hosts separated by commas.`
      context.issues.push({ code: 'custom', input: value, message })
      return z.NEVER
    }),
  )

/** Several values, separated by commas or line breaks. */
export const list = (isValid: (value: string, index: number) => boolean, error: string) =>
  z.pipe(
    text(error).check(
      z.refine((value) => parseList(value).length > 0 && parseList(value).every(isValid), {
        error,
      }),
    ),
    z.transform(parseList),
  )

type Range = { min: number; max: number }

export const optionalWholeNumber = (name: string, { min, max }: Range) =>
  z.optional(
    z.pipe(
      text('').check(
        z.refine(
          (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
          { error: `${name} must be a whole number from ${min} to ${max}.` },
        ),
      ),
      z.transform(Number),
    ),
  )

export const naira = (name: string, unset: number) =>
  wholeNumber(name, { min: 0, max: 999_999_999 }, unset)

export const wholeNumber = (name: string, range: Range, unset: number) =>
  z._default(optionalWholeNumber(name, range).def.innerType, unset)
