import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { listProvedRows, readConformance, type ConformanceRow } from '#test/conformance/rows.ts'

import { exists } from './proofs.ts'

/** The rows of the tables of attacks or properties, with the proofs in their last column. */
function readRows(file: string) {
  const tables = readFileSync(file, 'utf8').matchAll(
    /^\| (?:Attack|Property) .*\n\|[-|]+\|\n((?:\|.*\n)+)/gm,
  )
  const rows = [...tables].flatMap(([, body = '']) => [...body.matchAll(/^\| (.+?) \| (.*) \|$/gm)])
  return rows.map(([, statement = '', proofs = '']) => ({
    statement,
    proofs: proofs.split('<br>'),
  }))
}

it.each([
  ['docs/attacks.md', 15],
  ['docs/ledger.md', 20],
])('%s names only tests and readings that exist, in at least %i rows', (file, minimum) => {
  const rows = readRows(file)

  const missing = rows.flatMap(({ statement, proofs }) =>
    proofs.filter((proof) => !exists(proof)).map((proof) => `${statement}: ${proof}`),
  )
  expect(missing).toEqual([])
  expect(rows.length).toBeGreaterThanOrEqual(minimum)
})

describe('docs/conformance.md', () => {
  const rows = readConformance()
  const ids = rows.map(({ id }) => id)
  const idsBy = (way: string) => rows.flatMap(({ id, by }) => (by === way ? [id] : []))

  it('gives each of at least 300 rows an id of its own', () => {
    expect(ids.length).toBeGreaterThanOrEqual(300)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('names only tests and readings that exist', () => {
    const missing = rows.flatMap(({ id, proofs }) =>
      proofs.filter((proof) => !exists(proof)).map((proof) => `${id}: ${proof}`),
    )
    expect(missing).toEqual([])
  })

  it('proves the rows marked browser in test/conformance, and no others there', () => {
    const proved = listProvedRows()
    expect(idsBy('browser').filter((id) => !proved.includes(id))).toEqual([])
    expect(proved.filter((id) => !idsBy('browser').includes(id))).toEqual([])
  })

  it('names a unit test or a reading in every other row', () => {
    const isNamed = ({ by, proofs }: ConformanceRow) =>
      by === 'browser' ||
      proofs.some((proof) => (by === 'unit' ? !/^reading |^test\/e2e\//.test(proof) : true))
    expect(rows.filter((row) => !isNamed(row)).map(({ id }) => id)).toEqual([])
    expect(rows.filter(({ by }) => !['browser', 'unit', 'reading'].includes(by))).toEqual([])
  })
})
