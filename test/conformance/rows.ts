import { readdirSync, readFileSync } from 'node:fs'

const folder = 'test/conformance'

/** A statement of docs/conformance.md. */
export type ConformanceRow = {
  id: string
  statement: string
  by: string
  /** Tests as 'file › title' and readings. A row that is proved in the browser may have none. */
  proofs: string[]
}

export function readConformance(file = 'docs/conformance.md'): ConformanceRow[] {
  const lines = readFileSync(file, 'utf8').matchAll(
    /^\| (\d\.\d+) \| (.+?) \| (\w+) \| (.*?) ?\|$/gm,
  )
  return [...lines].map(([, id = '', statement = '', by = '', proofs = '']) => ({
    id,
    statement,
    by,
    proofs: proofs.split('<br>').filter((proof) => proof !== ''),
  }))
}

/** The rows that the browser tests of this folder prove, found in their source. */
export function listProvedRows(): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names
    .filter((name) => name.endsWith('.spec.ts'))
    .flatMap((name) => [
      ...readFileSync(`${folder}/${name}`, 'utf8').matchAll(/\brow\(\s*('[\d.]+'|\[[^\]]+\])/g),
    ])
    .flatMap(([, ids = '']) => ids.match(/[\d.]+/g) ?? [])
}
