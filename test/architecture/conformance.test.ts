import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

/** The rows of the tables of statements, attacks or properties, with the proofs in their last column. */
function readRows(file: string) {
  const tables = readFileSync(file, 'utf8').matchAll(
    /^\| (?:Statement|Attack|Property) .*\n\|[-|]+\|\n((?:\|.*\n)+)/gm,
  )
  const rows = [...tables].flatMap(([, body = '']) => [...body.matchAll(/^\| (.+?) \| (.*) \|$/gm)])
  return rows.map(([, statement = '', proofs = '']) => ({
    statement,
    proofs: proofs.split('<br>'),
  }))
}

const readings = new Set(
  [...readFileSync('docs/readings.md', 'utf8').matchAll(/^\| (.+?) \| /gm)].map(
    ([, subject]) => subject,
  ),
)

const sources = new Map<string, string>()
function readSource(file: string): string {
  const source = sources.get(file) ?? readFileSync(file, 'utf8')
  sources.set(file, source)
  return source
}

/** True for 'reading P7' if docs/readings.md has it, and for 'file › title' if the file has a test of exactly this title. */
function exists(proof: string): boolean {
  const [, reading] = /^reading (.+)$/.exec(proof) ?? []
  if (reading !== undefined) return readings.has(reading)
  const [, file, title] = /^(\S+\.(?:test|spec|contract)\.tsx?) › (.+)$/.exec(proof) ?? []
  return file !== undefined && title !== undefined && hasTest(readSource(file), title)
}

function hasTest(source: string, title: string): boolean {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const call = String.raw`(?:\b(?:it|test)(?:\.(?!step)\w+)*|\))\(\s*`
  return new RegExp(`${call}(['"\`])${escaped}\\1,`).test(source.replaceAll("\\'", "'"))
}

it.each([
  ['docs/conformance.md', 250],
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

it('refuses a proof that does not exist', () => {
  const file = 'test/architecture/conformance.test.ts'
  expect(exists('reading Q99')).toBe(false)
  expect(exists(`${file} › believes everything`)).toBe(false)
  expect(exists('')).toBe(false)
  expect(exists(`${file} › refuses a proof that does not exist`)).toBe(true)
})
