import * as z from 'zod/mini'

import { invalid } from './text/invalid.ts'

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

type PatternOptions = { required?: string; clean?: (text: string) => string }

/** A word to search for, in a query. Undefined if nothing is left after cleaning. */
export const searchText = z.optional(
  z.pipe(
    oneLine({ max: 100 }),
    z.transform((text) => (text === '' ? undefined : text)),
  ),
)

/** What text brings along when it is pasted from messages, contacts and documents, and never means anything in a number or an address. */
const pasted = /[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu
const dash = /[\p{Pd}\u2212]/gu

/** '012 345 6789', '0123-456-789' or 'GTBank: 0123456789': the digits of an account number. */
export const cleanAccountNumber = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(pasted, '')
    .replaceAll(dash, '')
    .replaceAll(/[\s.]/g, '')
    .replace(/^\D+(?=\d)/, '')
    .replace(/(\d)\D+$/, '$1')

/** 'Tel: +234 (0) 803.000.0000': the zero is not dialled after the code of a country. */
const cleanPhone = (text: string) =>
  cleanLine(text.normalize('NFKC').replaceAll(pasted, ''))
    .replaceAll(dash, '-')
    .replaceAll(/ ?- ?/g, '-')
    .replaceAll(/(\d)[./](?=\d)/g, '$1-')
    .replace(/^[\p{L} .:]+/u, '')
    .replace(/(\d)[ .,;]+$/, '$1')
    .replace(/^(\+\d{1,3})[ -]?\(0\)[ -]?/, '$1 ')

/** 'mailto:' or 'E-mail:', the name and brackets of an address book, and the comma of a list. The domain gets its form for mail servers. */
function cleanEmail(text: string): string {
  if (text.length > 400) return text
  const [, bracketed] = /<([^<>]*)>/.exec(text) ?? []
  const address = (bracketed ?? text)
    .normalize('NFKC')
    .replaceAll(pasted, '')
    .trim()
    .toLowerCase()
    .replace(/^[\p{L}-]+:\s*/u, '')
    .replace(/\?.*/, '')
    // Keyboards add a space to a chosen suggestion.
    .split('@')
    .map((part) => part.trim())
    .join('@')
    .replace(/^[("'‘“\s]+/, '')
    .replace(/(^|[^)"'’”\s.,;:])[)"'’”\s.,;:]+$/, '$1')
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at < 0 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return address
  try {
    return address.slice(0, at + 1) + new URL(`https://${domain}`).hostname
  } catch {
    return address
  }
}

/** Text of a fixed form. Spaces around it and invisible characters in it are removed. */
export const patternText = (
  pattern: RegExp,
  message: string,
  { required = message, clean = cleanLine }: PatternOptions = {},
) =>
  z.pipe(
    z.pipe(z.string(required), z.transform(clean)),
    z.string().check(
      refused((text) => {
        if (pattern.test(text)) return undefined
        return text === '' ? required : message
      }),
    ),
  )

export const accountNumberText = patternText(/^\d{10}$/, invalid.accountNumberForm, {
  required: invalid.accountNumber,
  clean: cleanAccountNumber,
})

export const phoneText = z.pipe(
  z.pipe(z.string(invalid.phone), z.transform(cleanPhone)),
  z.string().check(
    refused((text) => {
      if (text.length < 10) return invalid.phone
      return /^\+?[\d ()-]+$/.test(text) && text.length <= 20 ? undefined : invalid.phoneForm
    }),
  ),
)

/** As browsers check it, and with a domain of at least two parts. */
const emailPattern =
  /^(?!\.)(?!.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/** One email address, cleaned and lower-cased, at most 254 characters. */
export const emailSchema = (message: string) =>
  z.pipe(
    z.pipe(z.string(message), z.transform(cleanEmail)),
    z.string().check(z.regex(emailPattern, message), z.maxLength(254, message)),
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
