import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { invalid } from './text/invalid.ts'
import {
  accountNumberText,
  cleanLine,
  cleanParagraphs,
  emailSchema,
  idSchema,
  oneLine,
  paragraphs,
  patternText,
  phoneText,
  searchText,
  secretText,
} from './text.ts'

const readWith = (schema: Parameters<typeof z.safeParse>[0], text: string) => {
  const parsed = z.safeParse(schema, text)
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message
}

describe('pasted text', () => {
  it.each([
    ['ada@exam\u200Bple.com', 'ada@example.com'],
    ['mailto:ada@example.com', 'ada@example.com'],
    ['mailto:Ada@Example.com?subject=Hi', 'ada@example.com'],
    ['E-mail: ada@example.com', 'ada@example.com'],
    ['<ada@example.com>', 'ada@example.com'],
    ['Ada Obi <ada@example.com>', 'ada@example.com'],
    ['ada@example.com,', 'ada@example.com'],
    ['ada@example.com.', 'ada@example.com'],
    ['(ada@example.com)', 'ada@example.com'],
    ['ada @example.com ', 'ada@example.com'],
    ['\uFEFFADA@EXAMPLE.COM', 'ada@example.com'],
    ['\u2018ada@example.com;', 'ada@example.com'],
    ['\u202Aada@example.com\u202C\u00a0', 'ada@example.com'],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada&obi@example.com', 'ada&obi@example.com'],
    ['a=b@example.com', 'a=b@example.com'],
    ["o'brien+well@example.com", "o'brien+well@example.com"],
    ['ada@example', invalid.email],
    ['ada@@example.com', invalid.email],
    ['ada@example.com obi@example.com', invalid.email],
    ['ada..obi@example.com', invalid.email],
    ['ada.@example.com', invalid.email],
    ['.ada@example.com', invalid.email],
    ['ada obi@example.com', invalid.email],
    ['ada@127.0.0.1', invalid.email],
    ['ada@exa_mple.com', invalid.email],
    ['', invalid.email],
  ])('reads the email address %j as %j', (text, expected) =>
    expect(readWith(emailSchema(invalid.email), text)).toBe(expected),
  )

  it.each([
    ['+234 (0) 803 000 0000', '+234 803 000 0000'],
    ['0803.000.0000', '0803-000-0000'],
    ['Phone 0803 000 0000.', '0803 000 0000'],
    ['0803–000–0000', '0803-000-0000'],
    ['０８０３０００００００', '08030000000'],
    ['tel:+2348030000000', '+2348030000000'],
    ['\u202A+234 803 000 0000\u202C', '+234 803 000 0000'],
    ['0803\u00a0000\u00a00000', '0803 000 0000'],
    ['08030000000', '08030000000'],
    ['+2348030000000', '+2348030000000'],
    ['00234 803 000 0000', '00234 803 000 0000'],
    ['(0803) 000-0000', '(0803) 000-0000'],
    ['0803\u2011000\u20110000', '0803-000-0000'],
    ['0803/000/0000', '0803-000-0000'],
    ['0803 - 000 - 0000', '0803-000-0000'],
    ['+234 - 803 - 000 - 0000', '+234-803-000-0000'],
    ['+234-(0)803-000-0000', '+234 803-000-0000'],
    ['+234(0)8030000000', '+234 8030000000'],
    ['Tel.: 0803 000 0000', '0803 000 0000'],
    ['0803\u200B0000000', '08030000000'],
    ['0801234', invalid.phone],
    ['', invalid.phone],
    ['0803 000 0000, 0805 000 0000', invalid.phoneForm],
    ['08030000000 / 08050000000', invalid.phoneForm],
    ['0803000000O', invalid.phoneForm],
  ])('reads the phone number %j as %j', (text, expected) =>
    expect(readWith(phoneText, text)).toBe(expected),
  )

  it.each([
    ['012 345 6789', '0123456789'],
    ['0123-456-789', '0123456789'],
    ['０１２３４５６７８９', '0123456789'],
    ['0123\u2013456.789', '0123456789'],
    ['\u200B0123456789', '0123456789'],
    ['0123456789', '0123456789'],
    ['0123\u00a0456\u00a0789', '0123456789'],
    ['GTBank: 0123456789', '0123456789'],
    ['0123456789 (GTB)', '0123456789'],
    ['0123456789,', '0123456789'],
    ['012345678', invalid.accountNumberForm],
    ['01234567890', invalid.accountNumberForm],
    ['O123456789', invalid.accountNumberForm],
    ['0123456789 0123456780', invalid.accountNumberForm],
    ['GTBank', invalid.accountNumberForm],
    ['', invalid.accountNumber],
  ])('reads the account number %j as %j', (text, expected) =>
    expect(readWith(accountNumberText, text)).toBe(expected),
  )
})

describe('cleaned text', () => {
  it.each([
    ['decomposed letters', 'Ọ\u0300yo\u0301', 'Ọ̀yó'.normalize('NFC')],
    ['extra spaces', '  A   well\tfor\nIfe ', 'A well for Ife'],
    ['direction overrides', 'pay \u202Eefas\u202C', 'pay efas'],
    ['direction isolates and marks', 'a\u2066b\u2069c\u200Ed\u200Fe\u061Cf', 'abcdef'],
    ['zero-width characters', 'P\u200Bay\u2060Pal\uFEFF', 'PayPal'],
    ['control characters', 'a\u0000b\u001B[31mc\u0085d', 'ab[31mcd'],
    ['invisible fillers', '\u3164\u115F\u00AD', ''],
    ['lone surrogates', 'a\uD800b', 'a\uFFFDb'],
  ])('has no %s', (_name, typed, expected) => {
    expect(cleanLine(typed)).toBe(expected)
  })

  it('keeps the letters of Yoruba, Hausa and Igbo, and emoji', () => {
    const text = 'Ẹ ṣé, ɓata ɗaya ƙasa, ụlọ akwụkwọ 👩🏾‍🏫 ❤️'.normalize('NFC')
    expect(cleanLine(text)).toBe(text)
  })

  it('converts all line breaks in paragraphs to line feeds', () => {
    expect(cleanParagraphs('one\r\ntwo\rthree\u2028four\n\nfive')).toBe(
      'one\ntwo\nthree\nfour\n\nfive',
    )
  })
})

describe('the schemas of typed text', () => {
  it('count the length after cleaning', () => {
    const schema = oneLine({ min: 1, max: 3, message: 'Missing' })
    expect(schema.parse(' a\0\n b ')).toBe('a b')
    expect(schema.safeParse('\u200B \n').error?.issues.map(({ message }) => message)).toEqual([
      'Missing',
    ])
    expect(schema.safeParse('abcd').success).toBe(false)
  })

  it('keep line breaks in paragraphs only', () => {
    expect(paragraphs({ max: 9 }).parse('a\r\nb')).toBe('a\nb')
    expect(oneLine({ max: 9 }).parse('a\r\nb')).toBe('a b')
  })

  it('search for nothing if only invisible characters were typed', () => {
    expect(searchText.parse('\0')).toBeUndefined()
  })

  it('refuse ids with other characters, because removing them makes another id', () => {
    for (const id of ['a\0', 'a b', '\u202Ea', ''])
      expect(idSchema.safeParse(id).success).toBe(false)
    expect(idSchema.parse('7f1c2a54-90a3.image_x=~')).toBe('7f1c2a54-90a3.image_x=~')
  })

  it('accept a pasted number with invisible characters around it', () => {
    expect(patternText(/^\d{10}$/, 'Wrong').parse('\u200B0123456789\n')).toBe('0123456789')
  })

  it('change nothing in a password', () => {
    expect(secretText({ message: 'Missing' }).parse(' a\u200B ')).toBe(' a\u200B ')
  })
})
