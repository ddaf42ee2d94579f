import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const readings = new Set(
  [...readFileSync('docs/readings.md', 'utf8').matchAll(/^\| (.+?) +\| /gm)].map(
    ([, subject]) => subject,
  ),
)

const sources = new Map<string, string>()

/** The text of a file, or nothing. */
export function readDocument(file: string): string {
  const source = sources.get(file) ?? (existsSync(file) ? readFileSync(file, 'utf8') : '')
  sources.set(file, source)
  return source
}

/** True for 'reading P7' if docs/readings.md has it, and for 'file › title' if the file has a test of exactly this title. */
export function exists(proof: string): boolean {
  const [, reading] = /^reading (.+)$/.exec(proof) ?? []
  if (reading !== undefined) return readings.has(reading)
  const [, file, title] = /^(\S+\.(?:test|spec|contract)\.tsx?) › (.+)$/.exec(proof) ?? []
  return file !== undefined && title !== undefined && hasTest(readDocument(file), title)
}

/** True if a module, or one that it imports, uses a name that it imports from the file. */
export function usesFrom(module: string, { file, name }: { file: string; name: string }): boolean {
  const imported = listImports(module)
  const use = new RegExp(`\\b${name}\\b`)
  return (
    imported.has(file) &&
    use.test(readDocument(file)) &&
    [...imported].some((each) => each !== file && use.test(readDocument(each)))
  )
}

/** The module and all of ours that it imports, directly or not. */
function listImports(module: string, found = new Set<string>()): Set<string> {
  if (found.has(module) || !existsSync(module)) return found
  found.add(module)
  for (const [, path = ''] of readDocument(module).matchAll(/from '([#.][^']+)'/g))
    listImports(path.startsWith('#') ? path.slice(1) : join(dirname(module), path), found)
  return found
}

function hasTest(source: string, title: string): boolean {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const call = String.raw`(?:\b(?:it|test)(?:\.(?!step)\w+)*|\))\(\s*`
  return new RegExp(`${call}(['"\`])${escaped}\\1,`).test(source.replaceAll("\\'", "'"))
}
