import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import { browserStorage } from '#shared/browser-storage.ts'
import { toSeconds } from '#shared/duration.ts'
import { errorSentences } from '#shared/error-sentences.ts'
import type { FieldErrors, Problem } from '#shared/errors.ts'
import { parseLanguage, type Language } from '#shared/language.ts'
import { invalid } from '#shared/messages.ts'
import { errorSentences as pidginErrors } from '#shared/pcm/error-sentences.ts'
import { invalid as pidginInvalid } from '#shared/pcm/messages.ts'

const { name: cookie, term } = browserStorage.language

/** Undefined in a browser where no language was chosen. */
export function findChosenLanguage(c: Context): Language | undefined {
  return parseLanguage(getCookie(c, cookie))
}

/** The chosen language, or English. */
export function getLanguage(c: Context): Language {
  return findChosenLanguage(c) ?? 'en'
}

export function writeLanguageCookie(c: Context, language: Language, publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:'
  const attributes = { path: '/', sameSite: 'Lax', secure, httpOnly: true } as const
  setCookie(c, cookie, language, { ...attributes, maxAge: toSeconds(term) })
}

/** Translates the English messages of schemas and handlers. Messages of other services, such as the payment provider, stay. */
export function translateProblem(language: Language, { error }: Problem): Problem {
  const translate = (sentence: string) => translations[language]?.get(sentence) ?? sentence
  const { message, fields } = error
  return {
    error: {
      ...error,
      ...(message !== undefined && { message: translate(message) }),
      ...(fields && { fields: mapMessages(fields, translate) }),
    },
  }
}

function mapMessages(fields: FieldErrors, translate: (sentence: string) => string): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).map(([name, sentences]) => [name, sentences.map(translate)]),
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
