import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { languageCodes } from '#shared/language.ts'

const files = readdirSync('locales/en', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
)

function flatten(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => flatten(inner, `${path}.${key}`))
}

const read = (language: string) =>
  files.flatMap((file) =>
    flatten(JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')), file),
  )

/** Of a plural the form of all other counts, because only some languages name the 1 of one. */
const withoutForms = (text: string) => text.replaceAll(/\b(one|=\d+) \{([^{}]|\{[^{}]*\})*\}/g, '')
const toNumbers = (text: string) =>
  (withoutForms(text).match(/\d[\d.,]*\d|\d/g) ?? []).toSorted().join(' ')

/** Names, and labels of up to four words: Pidgin uses 'Log in', 'Email' and 'Delete Campaign'. */
const sameInBoth = ['Ajo: Empower Global Causes', '© {year} Ajo. All rights reserved.']
const mayBeSame = (text: string) => countWords(text) <= 4 || sameInBoth.includes(text)
const countWords = (text: string) =>
  withoutForms(text)
    .replaceAll(/\w+, plural,|other (?=\{)/g, '')
    .match(/\p{L}+/gu)?.length ?? 0

// The generator (scripts/texts.ts) compares keys and placeholders.
describe.each(languageCodes.filter((code) => code !== 'en'))('the texts in %s', (language) => {
  const english = read('en')
  const translated = new Map(read(language))

  it('name the same numbers and amounts', () => {
    expect(
      english.filter(([at, text]) => toNumbers(text) !== toNumbers(translated.get(at) ?? '')),
    ).toEqual([])
  })

  it('differ from English in every text of five words or more', () => {
    expect(english.filter(([at, text]) => translated.get(at) === text && !mayBeSame(text))).toEqual(
      [],
    )
  })
})
