import { describe, expect, it } from 'vitest'

import { flattenTexts } from '#test/support/cases/flatten-texts.ts'

type Module = Record<string, unknown>

const english = {
  ...import.meta.glob<Module>('./*.ts', { eager: true }),
  ...import.meta.glob<Module>(
    '../../shared/{amount-sentences,messages,toasts,offline-sentences,error-sentences,moderation-sentences}.ts',
    {
      eager: true,
    },
  ),
}
const pidgin = {
  ...import.meta.glob<Module>('./pcm/*.ts', { eager: true }),
  ...import.meta.glob<Module>('../../shared/pcm/*.ts', { eager: true }),
}

const translated = Object.keys(pidgin)
  .map((path) => path.replace('/pcm/', '/'))
  .filter((path) => path !== './language.ts')

/** Names and the legal line. Labels of up to four words may be the same too: Pidgin uses 'Log in', 'Email' and 'Delete Campaign'. */
const sameInBoth = ['Ajo: Empower Global Causes', '© 7 Ajo. All rights reserved.']
const mayBeSame = (text: string) => text.split(' ').length <= 4 || sameInBoth.includes(text)

/** An argument that functions can use as a number, a word and a list. */
const sampleArgument = ['7']

const flatten = (catalogue: unknown) => flattenTexts(catalogue, () => sampleArgument)

const toNumbers = (text: string) => (text.match(/\d[\d.,]*\d|\d/g) ?? []).toSorted().join(' ')

describe('the English catalogues', () => {
  it('all have a Pidgin translation', () => {
    const catalogues = Object.entries(english)
      .filter(([, exported]) => Object.keys(exported).some((name) => name.endsWith('Text')))
      .map(([path]) => path)
    expect(catalogues.length).toBeGreaterThan(10)
    expect(catalogues.filter((path) => !translated.includes(path))).toEqual([])
  })
})

describe.each(translated)('%s in Pidgin', (path) => {
  const englishTexts = flatten(english[path])
  const pidginTexts = flatten(pidgin[path.replace(/([\w-]+\.ts)$/, 'pcm/$1')])
  const pidginByPath = new Map(pidginTexts)

  it('has the same keys as English', () => {
    expect(pidginTexts.map(([at]) => at).sort()).toEqual(englishTexts.map(([at]) => at).sort())
  })

  it('leaves no text empty that English fills', () => {
    expect(
      englishTexts.filter(([at, text]) => text !== '' && !pidginByPath.get(at)?.trim()),
    ).toEqual([])
  })

  it('names the same numbers and amounts', () => {
    expect(
      englishTexts.filter(
        ([at, text]) => toNumbers(text) !== toNumbers(pidginByPath.get(at) ?? ''),
      ),
    ).toEqual([])
  })

  it('differs from English in every text of five words or more', () => {
    expect(
      englishTexts.filter(([at, text]) => pidginByPath.get(at) === text && !mayBeSame(text)),
    ).toEqual([])
  })
})
