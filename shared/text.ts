import * as z from 'zod/mini'

import { invalid } from './messages.ts'

/** Normalises text to NFC and removes invisible characters, such as direction overrides that make one word look like another. */
export function cleanLine(text: string): string {
  return cleanParagraphs(text).replaceAll(/\s+/g, ' ')
}

/** Like `cleanLine`, but keeps line breaks. */
export function cleanParagraphs(text: string): string {
  return text
    .replaceAll(loneSurrogate, '\uFFFD')
    .replaceAll(lineBreak, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(invisible, '')
    .normalize('NFC')
    .trim()
}

const loneSurrogate = /\p{Cs}/gu
const lineBreak = /\r\n?|[\u2028\u2029]/g

// Keeps joiners and variation selectors, which emoji and several scripts need.
const invisible =
  /(?!\n|\u200C|\u200D|\uFE0E|\uFE0F)[\p{Cc}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu

// Everything that a person types is parsed by one of the schemas below. test/architecture/free-text.test.ts refuses other strings.

/** `message` is shown if the text is missing or shorter than `min`. Lengths are counted after cleaning. */
type TextLimits = { max: number; min?: number; message?: string }

/** Text in which a line break means nothing: titles, places, names. */
export const oneLine = (limits: TextLimits) => cleaned(cleanLine, limits)

/** Text in which people make paragraphs. */
export const paragraphs = (limits: TextLimits) => cleaned(cleanParagraphs, limits)

function cleaned(clean: (text: string) => string, { max, min = 0, message }: TextLimits) {
  return z.pipe(
    z.pipe(z.string(message), z.transform(clean)),
    z.string().check(
      refused((text) => {
        if (text.length < min) return message ?? invalid.required
        return text.length > max ? invalid.tooLong : undefined
      }),
    ),
  )
}

/** Reports one message at most. A check with `abort` would stop the rules about several fields (`fieldRule`). */
export function refused(findMessage: (text: string) => string | undefined) {
  return z.check<string>(({ value, issues }) => {
    const message = findMessage(value)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  })
}

export const personName = (message: string) => oneLine({ min: 1, max: 60, message })

/** A word to search for, in a query. Undefined if nothing is left after cleaning. */
export const searchText = z.optional(
  z.pipe(
    oneLine({ max: 100 }),
    z.transform((text) => (text === '' ? undefined : text)),
  ),
)

/** Text of a fixed form, such as a phone number. Spaces around it and invisible characters in it are removed. */
export const patternText = (pattern: RegExp, message: string, required = message) =>
  z.pipe(
    z.pipe(z.string(required), z.transform(cleanLine)),
    z.string().check(
      refused((text) => {
        if (text === '') return required
        return pattern.test(text) ? undefined : message
      }),
    ),
  )

/** One email address, lower-cased and trimmed, at most 254 characters. */
export const emailSchema = (message: string) =>
  z.pipe(
    z.pipe(
      z.string(message),
      z.transform((text) => text.trim().toLowerCase()),
    ),
    z.email(message).check(z.maxLength(254, message)),
  )

/** The id of a stored object, a cursor or a code. Other characters make another id, so they are refused. */
export const idSchema = z.string(invalid.input).check(z.regex(/^[\w.~=-]{1,512}$/, invalid.input))

/** `message` is shown for a shorter secret, `required` for a missing one. */
type SecretLimits = { min?: number; message: string; required?: string }

/** A password: compared character by character, so nothing is removed. It is never shown, and only its hash is stored. */
export const secretText = ({ min = 1, message, required = message }: SecretLimits) =>
  z.string(required).check(
    refused((text) => {
      if (text.length < min) return text === '' ? required : message
      return text.length > 128 ? invalid.passwordLong : undefined
    }),
  )
