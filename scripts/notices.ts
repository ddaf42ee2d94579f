// Writes NOTICE.md, the licences of the software that Ajo consists of:
//   npm run notices
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import * as z from 'zod/mini'

const root = resolve(import.meta.dirname, '..')

/** Built into the files for browsers and for rendering, so they are no packages of a production install. */
const bundled = ['lucide-react', 'react', 'react-dom', 'react-hook-form', 'uqr']

const packageSchema = z.object({
  dev: z.optional(z.boolean()),
  link: z.optional(z.boolean()),
  license: z.optional(z.string()),
  dependencies: z.optional(z.record(z.string(), z.string())),
})
const lockSchema = z.object({ packages: z.record(z.string(), packageSchema) })
type Packages = z.output<typeof lockSchema>['packages']

/** Name and licence of all packages that a production install or a bundle contains, on any platform. */
export function listPackages(): Map<string, string> {
  const { packages } = z.parse(lockSchema, readJson(join(root, 'package-lock.json')))
  // A package of our own is listed with its folder, and as a link.
  const paths = Object.keys(packages).filter(
    (path) => path.startsWith('node_modules/') && !packages[path]?.dev && !packages[path]?.link,
  )
  const all = [...paths, ...bundled.flatMap((name) => withDependencies(packages, name))]
  const entries = all.map((path): [string, string] => [toName(path), getLicense(packages, path)])
  return new Map(entries.toSorted(([a], [b]) => a.localeCompare(b, 'en')))
}

function withDependencies(packages: Packages, name: string, found = new Set<string>()): string[] {
  const path = `node_modules/${name}`
  if (found.has(path) || !packages[path]) return []
  found.add(path)
  for (const each of Object.keys(packages[path].dependencies ?? {}))
    withDependencies(packages, each, found)
  return [...found]
}

const toName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

/** An old package has only the text of its licence. */
function getLicense(packages: Packages, path: string): string {
  const isMit = () =>
    readLicense(toName(path)).includes('Permission is hereby granted, free of charge')
  return packages[path]?.license ?? (isMit() ? 'MIT' : 'unknown')
}

/** The lines of a package's licence file that name the copyright holders. */
function listHolders(name: string): string[] {
  const lines = readLicense(name).split('\n')
  return lines
    .map((line) => line.trim())
    .filter((line) => /^copyright (\(c\)|©|\d{4}).*\w/i.test(line))
    .slice(0, 3)
}

/** Empty for packages of other platforms, which are not installed. */
function readLicense(name: string): string {
  const folder = join(root, 'node_modules', name)
  const files = existsSync(folder) ? readdirSync(folder) : []
  const file = files.find((each) => /^(licen[cs]e|copying)/i.test(each))
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
}

function toNotice(packages: ReadonlyMap<string, string>): string {
  const byLicense = Map.groupBy(packages, ([, license]) => license)
  const sections = [...byLicense].toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  const toLine = (name: string) => [`- ${name}`, ...listHolders(name)].join(' · ')
  return [
    readFileSync(join(root, 'scripts/notice-head.md'), 'utf8').trim(),
    ...sections.flatMap(([license, named]) => [
      `### ${license}`,
      named.map(([name]) => toLine(name)).join('\n'),
    ]),
    '',
  ].join('\n\n')
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

if (import.meta.main)
  writeFileSync(join(root, 'NOTICE.md'), toNotice(listPackages()).trimEnd() + '\n')
