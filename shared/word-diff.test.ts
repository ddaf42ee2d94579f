import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { countChangedWords, countWords, diffWords, type DiffPart } from './word-diff.ts'

const text = fc
  .array(fc.constantFrom('well', 'water', 'Ìfẹ̀', ',', ' ', '\n', '7', '👍'), { maxLength: 30 })
  .map((parts) => parts.join(''))
const join = (parts: readonly DiffPart[], leftOut: DiffPart['kind']) =>
  parts
    .filter(({ kind }) => kind !== leftOut)
    .map((part) => part.text)
    .join('')

describe('the difference of two texts', () => {
  it('consists of both texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffWords(before, after)
        expect(join(parts, 'added')).toBe(before)
        expect(join(parts, 'removed')).toBe(after)
      }),
    )
  })

  it('shows a replaced word between equal ones', () => {
    expect(diffWords('a dry well', 'a new well')).toEqual([
      { kind: 'same', text: 'a ' },
      { kind: 'removed', text: 'dry' },
      { kind: 'added', text: 'new' },
      { kind: 'same', text: ' well' },
    ])
  })

  it('shows long texts without common parts as replaced', () => {
    const before = Array.from({ length: 30_000 }, (_, index) => `a${index % 7}`).join(' ')
    const after = Array.from({ length: 30_000 }, (_, index) => `b${index % 5}`).join(' ')
    const parts = diffWords(before, after)
    expect(join(parts, 'added')).toBe(before)
  })
})

describe('changed words', () => {
  it.each([
    ['one two three', 'one two three', 0, 0],
    ['one two three', 'one 2 three', 1, 1],
    ['one two', 'one, two!', 0, 0],
    ['one two', 'two one', 1, 1],
    ['', 'one two', 0, 2],
  ])('from %j to %j', (before, after, removed, added) => {
    expect(countChangedWords(before, after)).toEqual({ removed, added })
  })

  it('counts letters without spaces as several words', () => {
    expect(countWords('a'.repeat(100))).toBe(5)
  })
})
