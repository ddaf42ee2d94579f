import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import { errorSentences } from '#shared/error-sentences.ts'
import type { FieldErrors, Problem } from '#shared/errors.ts'
import { readLanguage, type Language } from '#shared/language.ts'
import { invalid } from '#shared/messages.ts'
import { errorSentences as pidginErrors } from '#shared/pcm/error-sentences.ts'
import { invalid as pidginInvalid } from '#shared/pcm/messages.ts'

const cookie = 'language'
/** As long as browsers keep any cookie. */
const lifeSeconds = 400 * 24 * 3_600

/** The language that the person chose, or English. */
export function chosenLanguage(c: Context): Language {
  return readLanguage(getCookie(c, cookie)) ?? 'en'
}

export function keepLanguage(c: Context, language: Language, publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:'
  const attributes = { path: '/', sameSite: 'Lax', secure, httpOnly: true } as const
  setCookie(c, cookie, language, { ...attributes, maxAge: lifeSeconds })
}

/**
 * What is wrong, in the language of the person: schemas and handlers speak English. What others wrote, as a payment
 * provider did, stays as it is.
 */
export function problemIn(language: Language, { error }: Problem): Problem {
  const say = (sentence: string) => translations[language]?.get(sentence) ?? sentence
  const { message, fields } = error
  return {
    error: {
      ...error,
      ...(message !== undefined && { message: say(message) }),
      ...(fields && { fields: mapped(fields, say) }),
    },
  }
}

function mapped(fields: FieldErrors, say: (sentence: string) => string): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentences]) => [name, sentences.map(say)]),
  )
}

const translations: Partial<Record<Language, ReadonlyMap<string, string>>> = {
  pcm: new Map([...pairs(invalid, pidginInvalid), ...pairs(errorSentences, pidginErrors)]),
}

function pairs<Key extends string>(
  english: Record<Key, string>,
  other: Record<Key, string>,
): [string, string][] {
  return (Object.keys(english) as Key[]).map((key) => [english[key], other[key]])
}
