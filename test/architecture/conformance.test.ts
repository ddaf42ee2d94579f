import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

/** The rows of a table: a statement, an attack or a property, and what proves or changes it. */
const rowsOf = (file: string) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^\| (?!Statement |Attack |Property )(.+?) \| (.*) \|$/gm,
    ),
  ].map(([, statement = '', proofs = '']) => ({ statement, proofs: proofs.split('<br>') }))

const rows = rowsOf('docs/conformance.md')
const attacks = rowsOf('docs/attacks.md')
const properties = rowsOf('docs/ledger.md')

const topics = new Set(
  [...readFileSync('docs/readings.md', 'utf8').matchAll(/^\| (.+?) \| /gm)].map(
    ([, topic]) => topic,
  ),
)

const sources = new Map<string, string>()
function sourceOf(file: string): string {
  const known = sources.get(file) ?? readFileSync(file, 'utf8')
  sources.set(file, known)
  return known
}

/** True for 'reading P7' that docs/readings.md has, and for 'file › title' of a test that stands in the file by this very title. */
function holds(proof: string): boolean {
  const [, reading] = /^reading (.+)$/.exec(proof) ?? []
  if (reading !== undefined) return topics.has(reading)
  const [, file, title] = /^(\S+\.(?:test|spec|contract)\.tsx?) › (.+)$/.exec(proof) ?? []
  return file !== undefined && title !== undefined && hasTest(sourceOf(file), title)
}

function hasTest(source: string, title: string): boolean {
  const exactly = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const begun = String.raw`(?:\b(?:it|test)(?:\.(?!step)\w+)*|\))\(\s*`
  return new RegExp(`${begun}(['"\`])${exactly}\\1,`).test(source.replaceAll("\\'", "'"))
}

it('has a row for everything that the specification says', () => {
  expect(rows.length).toBeGreaterThan(250)
})

it.each([...rows, ...attacks, ...properties])('$statement', ({ proofs }) => {
  expect(proofs.filter((proof) => !holds(proof))).toEqual([])
})

it('believes nothing that is not there', () => {
  expect(holds('reading Q99')).toBe(false)
  expect(holds('test/architecture/conformance.test.ts › believes everything')).toBe(false)
  expect(holds('')).toBe(false)
  expect(holds('test/architecture/conformance.test.ts › believes nothing that is not there')).toBe(
    true,
  )
})
