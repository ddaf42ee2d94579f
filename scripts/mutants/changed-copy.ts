import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { createBuilder } from 'vite'

import { mutate, type Mutant } from '#test/conformance/mutants.ts'

const copied = [
  'bench',
  'dev',
  'dist',
  'docs',
  'scripts',
  'server',
  'shared',
  'test',
  'web',

  '.dependency-cruiser.mjs',
  'NOTICE.md',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'playwright.config.ts',
  'vite.config.ts',
  'vitest.config.ts',
]

export interface ChangedCopy extends Disposable {
  folder: string
  /** Applies these changes and no others, and builds the English pages if they changed. */
  apply: (mutants: readonly Mutant[]) => Promise<void>
}

/** A copy of the working tree with its build, whose packages are those of the tree. The tree itself is never changed. */
export function copyTree(): ChangedCopy {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-mutants-'))
  for (const name of copied)
    if (existsSync(name)) cpSync(name, join(folder, name), { recursive: true })
  for (const name of ['node_modules', '.node'])
    if (existsSync(name)) symlinkSync(resolve(name), join(folder, name))
  let changed: string[] = []
  return {
    folder,
    apply: async (mutants) => {
      for (const file of changed) cpSync(file, join(folder, file))
      const wasBuilt = changed.some(isBuilt)
      changed = [...new Set(mutants.map(({ file }) => file))]
      const changes = new Map(mutants.map((each) => [`${each.file} ${each.find}`, each]))
      for (const mutant of changes.values()) {
        const file = join(folder, mutant.file)
        writeFileSync(file, mutate(readFileSync(file, 'utf8'), mutant))
      }
      if (changed.some(isBuilt)) await buildEnglish(folder)
      else if (wasBuilt) cpSync('dist', join(folder, 'dist'), { recursive: true })
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function isBuilt(file: string): boolean {
  return /^(web|shared)\//.test(file)
}

/** Pages in one language are enough. Building them takes a third of the time of a whole build. */
async function buildEnglish(root: string) {
  const builder = await createBuilder({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'silent',
    // The other languages and earlier builds stay.
    environments: { client: { build: { emptyOutDir: false } } },
  })
  for (const name of ['client', 'visit', 'ssr'])
    if (builder.environments[name]) await builder.build(builder.environments[name])
}
