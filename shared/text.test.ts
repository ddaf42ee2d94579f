import { describe, expect, it } from 'vitest'

import {
  cleanLine,
  cleanParagraphs,
  idSchema,
  oneLine,
  paragraphs,
  patternText,
  searchText,
  secretText,
} from './text.ts'

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
