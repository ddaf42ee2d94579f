import { expect, it } from 'vitest'

import { compileCatalogues } from './texts.ts'

const compile = (en: object, pcm: object) =>
  compileCatalogues(new Map([['web/donation', { en, pcm } as never]])).get(
    'web/text/pcm/donation.ts',
  )

it('writes plain texts as strings and messages as functions of named placeholders', () => {
  const given = { title: "It's {name}’s", rows: ['a', '`$'], at: "'{'{day}'}'" }
  const code = compile(given, given)
  expect(code).toContain('"title": (values: { name: string | number }) => `It\'s ${values.name}’s`')
  expect(code).toContain('"rows": ["a", "`$"]')
  expect(code).toContain('=> `{${values.day}}`')
})

it('takes a number where a plural or a language needs one', () => {
  const code = compile(
    { donations: '{count} donations of {kind, select, cash {cash} other {goods}}' },
    { donations: '{count, plural, =0 {no donation} one {# donation} other {# donations}}{kind}' },
  )
  expect(code).toContain('values: { count: number; kind: string | number }')
  expect(code).toContain('"one": `${formatCount(values.count)} donation`')
})

it.each([
  ['a missing text', { one: 'a', two: 'b' }, { one: 'a' }, 'two: it is missing'],
  ['a superfluous text', { one: 'a' }, { one: 'a', two: 'b' }, 'two: English has no such text'],
  ['a missing placeholder', { at: '{a}' }, { at: 'x' }, 'at: it has the placeholders –, English'],
  ['an unknown placeholder', { at: 'x' }, { at: '{a}' }, 'at: it has the placeholders a, English'],
  ['an empty text', { at: 'x' }, { at: ' ' }, 'at: it is empty'],
  ['a shorter list', { at: ['a', 'b'] }, { at: ['a'] }, 'at.1: it is missing'],
  ['what is no message', { at: '{' }, { at: '{' }, 'at: SyntaxError'],
  ['a group instead of a text', { at: 'a' }, { at: { b: 'c' } }, 'at: it is one text in English'],
  [
    'a kind of placeholder that nothing writes',
    { at: '{a, date}' },
    { at: '{a, date}' },
    'at: Error: use {name}',
  ],
])('refuses %s, with its file and key', (_, en, pcm, problem) => {
  expect(() => compile(en, pcm)).toThrow(`locales/pcm/web/donation.json: ${problem}`)
})

it('refuses a catalogue that only one language has', () => {
  const one = new Map([['web/donation', { pcm: {} }]])
  expect(() => compileCatalogues(one)).toThrow(
    'pcm/web/donation.json: English has no such catalogue',
  )
  const other = new Map([['web/donation', { en: {} }]])
  expect(() => compileCatalogues(other)).toThrow('pcm/web/donation.json: the catalogue is missing')
})
