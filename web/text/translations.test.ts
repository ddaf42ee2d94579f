import { describe, expect, it } from 'vitest'

type Module = Record<string, unknown>

const english = {
  ...import.meta.glob<Module>('./*.ts', { eager: true }),
  ...import.meta.glob<Module>('../../shared/{messages,offline-sentences,error-sentences}.ts', {
    eager: true,
  }),
}
const pidgin = {
  ...import.meta.glob<Module>('./pcm/*.ts', { eager: true }),
  ...import.meta.glob<Module>('../../shared/pcm/*.ts', { eager: true }),
}

const translated = Object.keys(pidgin)
  .map((path) => path.replace('/pcm/', '/'))
  .filter((path) => path !== './language.ts')

/** Names stay as they are. Short labels may: Pidgin took 'Log in', 'Email' and 'Delete Campaign' from English. */
const names = ['Ajo: Empower Global Causes', '21 Broad Street, Lagos Island']
const mayStay = (text: string) => text.split(' ').length <= 4 || names.includes(text)

const sample = ['7']

/** Every text of a catalogue by its place. A function is called, with what passes for a number, a word or a list. */
function textsOf(value: unknown, at: string): [string, string][] {
  if (typeof value === 'string') return [[at, value]]
  if (typeof value === 'function')
    return [[at, String(Reflect.apply(value, null, Array(value.length).fill(sample)))]]
  return Object.entries(value ?? {}).flatMap(([key, inner]) => textsOf(inner, `${at}.${key}`))
}

describe('every catalogue', () => {
  it('has its translation beside it', () => {
    const catalogues = Object.entries(english)
      .filter(([, exported]) => Object.keys(exported).some((name) => name.endsWith('Text')))
      .map(([path]) => path)
    expect(catalogues.length).toBeGreaterThan(10)
    expect(catalogues.filter((path) => !translated.includes(path))).toEqual([])
  })
})

describe.each(translated)('%s in Pidgin', (path) => {
  const own = textsOf(english[path], '')
  const other = textsOf(pidgin[path.replace(/([\w-]+\.ts)$/, 'pcm/$1')], '')

  it('says everything that English says, and nothing else', () => {
    expect(other.map(([at]) => at).sort()).toEqual(own.map(([at]) => at).sort())
  })

  it('has words wherever English has some', () => {
    const said = new Map(other)
    expect(own.filter(([at, text]) => text !== '' && !said.get(at)?.trim())).toEqual([])
  })

  it('says it in its own words', () => {
    const said = new Map(other)
    expect(own.filter(([at, text]) => said.get(at) === text && !mayStay(text))).toEqual([])
  })
})
