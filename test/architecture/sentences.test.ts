import { globSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { errorSentences } from '#shared/error-sentences.ts'

const specification = readFileSync('docs/specification.md', 'utf8')

function readSection(number: number): string {
  const [, section = ''] = specification.split(new RegExp(`^## ${number}\\. `, 'm'))
  return section.split(/^## /m)[0] ?? ''
}

/** Texts in single quotes. An apostrophe inside a word does not end one. */
function readQuotes(section: string): string[] {
  const quotes = section.matchAll(/(?<!\w)'([^'\n]+(?:'(?=[a-z])[^'\n]+)*)'/g)
  return [...new Set([...quotes].map(([, text = '']) => text))]
}

/** Quotes that are no text of the product, or that a reading replaces. */
const notShown = [
  // The separator between a provider's message and its next step.
  ': ',
  // Readings C2: the message says characters.
  'must be at least 50 words',
]

/** Placeholders have names of their own in the specification. */
const withoutNames = (text: string) => text.replaceAll(/\{\w+\}/g, '{}')

const listTexts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(listTexts)
const texts = new Set(
  globSync('locales/en/{web,shared}/*.json')
    .flatMap((file) => listTexts(JSON.parse(readFileSync(file, 'utf8'))))
    .map(withoutNames),
)

/** The table of section 8: error codes of the identity provider and their messages. */
const identityErrors = [...readSection(8).matchAll(/^\| ([a-z-]+|any other) \| '(.+)' \|$/gm)].map(
  ([, code = '', message = '']) => [code, message] as const,
)

describe('the English texts', () => {
  it.each([
    [1, 7],
    [2, 40],
    [5, 35],
    [8, 25],
  ])('use the quoted texts of specification §%i to the letter', (number, minimum) => {
    const quotes = readQuotes(readSection(number)).filter((text) => !notShown.includes(text))
    expect(quotes.filter((text) => !texts.has(withoutNames(text)))).toEqual([])
    expect(quotes.length).toBeGreaterThanOrEqual(minimum)
  })

  it.each(identityErrors)(
    'use the message of specification §8 for the code %s',
    (code, message) => {
      const key = code === 'any other' ? 'identity-unavailable' : code
      expect(errorSentences).toHaveProperty(key, message)
    },
  )

  it('cover all eight codes of specification §8', () => {
    expect(identityErrors).toHaveLength(8)
  })
})
