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

import { createBuilder, type Plugin } from 'vite'

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
  const build = openBuild(folder)
  return {
    folder,
    apply: async (mutants) => {
      for (const file of changed) cpSync(file, join(folder, file))
      const previous = changed
      changed = [...new Set(mutants.map(({ file }) => file))]
      const changes = new Map(mutants.map((each) => [`${each.file} ${each.find}`, each]))
      for (const mutant of changes.values()) {
        const file = join(folder, mutant.file)
        writeFileSync(file, mutate(readFileSync(file, 'utf8'), mutant))
      }
      if (changed.some(isBuilt)) await build([...previous, ...changed])
      else if (previous.some(isBuilt)) cpSync('dist', join(folder, 'dist'), { recursive: true })
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function isBuilt(file: string): boolean {
  return /^(web|shared)\//.test(file)
}

/**
 * Builds the English pages, which takes a third of the time of a whole build. A part is built if it contains a changed file; the first
 * build finds out which files those are. The part of the dashboard is always built, because the style sheet is in it.
 */
function openBuild(root: string) {
  const files = new Map<string, Set<string>>()
  const collectFiles: Plugin = {
    name: 'collect-files',
    buildEnd() {
      files.set(this.environment.name, new Set(this.getModuleIds()))
    },
  }
  return async (changed: readonly string[]) => {
    process.env.PRECOMPRESS = 'off'
    const builder = await createBuilder({
      root,
      configFile: join(root, 'vite.config.ts'),
      logLevel: 'silent',
      plugins: [collectFiles],
      // The other languages and earlier builds stay.
      environments: { client: { build: { emptyOutDir: false } } },
    })
    for (const name of ['client', 'visit', 'ssr']) {
      const environment = builder.environments[name]
      const known = files.get(name)
      const isAffected = changed.some((file) => known?.has(join(root, file)) ?? true)
      if (environment && (name === 'client' || isAffected)) await builder.build(environment)
    }
  }
}
