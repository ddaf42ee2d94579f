import { describe, expect, it } from 'vitest'

import { languageCodes } from '#shared/language.ts'
import { flattenTexts } from '#test/support/cases/flatten-texts.ts'

import { texts } from './texts.ts'

const toArgument = (index: number) => `FACT${index}`
const flatten = (language: (typeof languageCodes)[number]) =>
  flattenTexts(texts[language], toArgument)
const english = new Map(flatten('en'))
const getFacts = (text: string) => [...new Set(text.match(/FACT\d/g))].sort()

/** A text of so many words may be the same: Pidgin shares labels such as 'Receipt number' with English. */
const maxSharedWords = 4

describe.each(languageCodes.filter((code) => code !== 'en'))('the texts in %s', (language) => {
  const translated = flatten(language)

  it('have the keys of English and none is empty', () => {
    expect(translated.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
    expect(translated.filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('state the same facts', () => {
    for (const [path, text] of translated)
      expect([path, getFacts(text)]).toEqual([path, getFacts(english.get(path) ?? '')])
  })

  it('differ from English in every sentence', () => {
    expect(
      translated.filter(
        ([path, text]) => text === english.get(path) && text.split(' ').length > maxSharedWords,
      ),
    ).toEqual([])
  })
})
