import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

const publicRegistry = 'https://registry.npmjs.org/'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.optional(z.string()),
      resolved: z.optional(z.string()),
      integrity: z.optional(z.string()),
      inBundle: z.optional(z.boolean()),
      dev: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
      optionalDependencies: z.optional(z.record(z.string(), z.string())),
    }),
  ),
})

const lockFiles = [
  'package-lock.json',
  'test/support/providers/firebase-emulator/package-lock.json',
]

describe.each(lockFiles)('%s', (file) => {
  const { '': _project, ...packages } = readLock(file)
  // Packages of this repository are links to their folders.
  const entries = Object.entries(packages).filter(
    ([path, { link }]) => !link && !path.startsWith('packages/'),
  )

  it('has a checksum for every package', () => {
    // A bundled package is part of the archive of another one, which has a checksum.
    const without = entries.filter(([, each]) => !each.inBundle && !isChecksum(each.integrity))
    expect(without.map(([path]) => path)).toEqual([])
  })

  it('names no registry but the public one', () => {
    const others = entries.filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith(publicRegistry),
    )
    expect(others.map(([path, { resolved }]) => `${path} ${resolved}`)).toEqual([])
  })

  it('has the binaries of every platform', () => {
    const missing = entries.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !packages[`${path}/node_modules/${name}`])
        .filter((name) => !packages[`node_modules/${name}`])
        .map((name) => `${path} needs ${name}`),
    )
    expect(missing).toEqual([])
  })
})

it('leaves the tools for building and testing out of a production install', () => {
  const installed = Object.entries(readLock('package-lock.json')).filter(([, { dev }]) => !dev)
  const tools =
    /(^|\/)(esbuild|rolldown|vite|vitest|typescript|lightningcss|tailwindcss|jsdom|playwright-core|knip)$|@(rolldown|typescript|oxc|oxlint|oxfmt|tailwindcss|vitest|esbuild)\/|oxlint|oxfmt/
  expect(installed.map(([path]) => path).filter((path) => tools.test(path))).toEqual([])
})

function readLock(file: string) {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url))
  return z.parse(lockSchema, JSON.parse(readFileSync(path, 'utf8'))).packages
}

/** SHA-512 in Base64. Older algorithms can be forged. */
function isChecksum(integrity: string | undefined) {
  return integrity !== undefined && /(^| )sha512-[\w+/]{86}==/.test(integrity)
}
