import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

import { browserStorage } from '#shared/browser-storage.ts'
import { toSeconds } from '#shared/duration.ts'
import type { FieldErrors, Problem } from '#shared/errors.ts'
import { languageCodes, parseLanguage, type Language } from '#shared/language.ts'

import { texts } from '../../text/texts.ts'

const { name: cookie } = browserStorage.language

/** Undefined in a browser where no language was chosen. */
export function findChosenLanguage(c: Context): Language | undefined {
  return parseLanguage(getCookie(c, cookie))
}

export function getLanguage(c: Context): Language {
  return findChosenLanguage(c) ?? 'en'
}

/** Keeps what a person chose for all pages. */
export function writeChoice(
  c: Context,
  { name, term }: typeof browserStorage.language | typeof browserStorage.currency,
  value: string,
  publicUrl: string,
) {
  const secure = new URL(publicUrl).protocol === 'https:'
  const attributes = { path: '/', sameSite: 'Lax', secure, httpOnly: true } as const
  setCookie(c, name, value, { ...attributes, maxAge: toSeconds(term) })
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

const areas = ['invalid', 'offlineSentences', 'serverErrors'] as const

/** By the English sentence, because messages of schemas are sentences (specification §5). */
const translations = Object.fromEntries(
  languageCodes.map((language) => [
    language,
    new Map(
      areas.flatMap((area) => {
        const own = new Map(Object.entries(texts[language][area]))
        return Object.entries(texts.en[area]).map(([key, sentence]) => [sentence, own.get(key)])
      }),
    ),
  ]),
)
