import { existsSync, readFileSync } from 'node:fs'

const readings = new Set(
  [...readFileSync('docs/readings.md', 'utf8').matchAll(/^\| (.+?) +\| /gm)].map(
    ([, subject]) => subject,
  ),
)

const sources = new Map<string, string>()

/** The text of a file, or nothing. */
function readDocument(file: string): string {
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

function hasTest(source: string, title: string): boolean {
  const escaped = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const call = String.raw`(?:\b(?:it|test)(?:\.(?!step)\w+)*|\))\(\s*`
  return new RegExp(`${call}(['"\`])${escaped}\\1,`).test(source.replaceAll("\\'", "'"))
}
