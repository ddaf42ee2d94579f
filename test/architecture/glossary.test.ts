import { globSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { ambiguous, exceptions, findGoneWords, glossaryWords } from './vocabulary.ts'

const files = globSync([
  '{bench,dev,docs,scripts,server,shared,test,web}/**/*.{ts,tsx,sql,md}',
  '*.{ts,md}',
]).filter((path) => !path.includes('node_modules'))
const findings = files.flatMap((path) => findGoneWords(path))

const goneColumn = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Concept'))
  .flatMap((line) => (line.split('|').at(-2) ?? '').split(','))
  .map((word) => word.replace(/\(.*\)/, '').trim())
  .filter((word) => word !== '')

describe('the glossary', () => {
  it('has a rule, or a reason for having none, for each of its gone words', () => {
    expect(goneColumn.length).toBeGreaterThan(30)
    expect([...new Set(goneColumn)].toSorted()).toEqual(
      [...glossaryWords, ...Object.keys(ambiguous)].toSorted(),
    )
  })

  it('has no gone word in identifiers, comments and texts', () => {
    expect(files.length).toBeGreaterThan(1_000)
    const found = findings
      .filter(({ isAllowed }) => !isAllowed)
      .map(({ path, line, kind, word, use }) => `${path}:${line} ${kind} “${word}” → ${use}`)
    expect(found).toEqual([])
  })

  it.each(exceptions)('needs its exception for $reason', ({ path, word }) => {
    expect(findings.some((finding) => path.test(finding.path) && word.test(finding.word))).toBe(
      true,
    )
  })
})

describe('gone words', () => {
  const find = (path: string, source: string) =>
    findGoneWords(path, source).map(({ line, kind, word }) => `${line} ${kind} ${word}`)

  it.each([
    ['const openGifts = 1', ['1 identifier gifts']],
    ['const indexOfGift = [1].indexOf(1)', ['1 identifier gift', '1 identifier index of']],
    ['type RefundParts = object', ['1 identifier refund parts']],
    ['const parts = 1', []],
    ['\n/** Kept by whoever asks. */\nconst a = 1', ['2 comment whoever']],
    ["const text = 'A gift for you'", ['1 text gift']],
    ['const text = `a ${1}\n puzzle`', ['2 text puzzle']],
    ['const lookup = () => 1\nconst lookUp = 2', []],
    ['function f() { return 1 }', []],
  ])('are found in %j', (source, expected) => {
    expect(find('a.ts', source)).toEqual(expected)
  })

  it('are found in JSX, SQL, documents and file names', () => {
    expect(find('a.tsx', 'const a = <p>A gift</p>')).toEqual(['1 text gift'])
    expect(find('a.sql', 'create table gift_course (id text);')).toEqual(['1 text gift'])
    expect(find('a.md', 'One\nby somebody')).toEqual(['2 text somebody'])
    expect(find('gift-form.ts', '')).toEqual(['1 identifier gift'])
  })
})
