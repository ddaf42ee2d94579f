import { describe, expect, it } from 'vitest'

import { cleanLine, cleanParagraphs } from './text.ts'

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
