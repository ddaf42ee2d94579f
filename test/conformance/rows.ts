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

/** A browser test, and the rows that it and the functions below it prove. */
type Walk = { file: string; line: number; rows: string[] }

/** The tests of this folder, found in their source, so that a row can be run without the other tests. */
export function listWalks(): Walk[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const specs = names.filter((name) => name.endsWith('.spec.ts'))
  return specs.flatMap((name) => findWalks(`${folder}/${name}`))
}

function findWalks(file: string): Walk[] {
  const source = readFileSync(file, 'utf8')
  const lineAt = (index: number) => source.slice(0, index).split('\n').length
  const walks = [...source.matchAll(/^test\(/gm)].map(({ index }) => ({
    file,
    line: lineAt(index),
    rows: new Array<string>(),
  }))
  for (const { index, 1: ids = '' } of source.matchAll(/\brow\(\s*('[\d.]+'|\[[^\]]+\])/g)) {
    const walk = walks.findLast(({ line }) => line <= lineAt(index))
    walk?.rows.push(...[...ids.matchAll(/[\d.]+/g)].map(([id]) => id))
  }
  return walks
}
