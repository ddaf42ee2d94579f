import { existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

import { locateCluster, type ClusterLocation } from '../database/embedded/cluster-location.ts'
import { retireCluster, switchCluster } from '../database/embedded/current-cluster.ts'
import { openDraftCluster } from '../database/embedded/draft-cluster.ts'
import { openEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts'
import { readMajor } from '../database/embedded/major-version.ts'
import { knownMajors } from '../database/embedded/postgres-binaries.ts'
import { toWalFolder } from '../database/embedded/wal-archive.ts'
import { compareSchema, migrate } from '../database/migrate.ts'
import { connectClient, type Connection } from '../database/primary.ts'
import { StartRefused } from '../runtime/errors.ts'
import { listSequences, listTables, readSchemaVersion, textFormat } from './backed-up-tables.ts'
import { listDifferences, summarize, type Summary } from './compare-databases.ts'
import { replaceRows } from './restore-tables.ts'

/** The embedded database cannot be moved to another major version. The message is one sentence for the person who does it. */
export class ChangeRefused extends StartRefused {
  override name = 'ChangeRefused'
}

export type Direction = 'upgrade' | 'downgrade'
export type ChangeDeps = {
  dataDir: string
  walArchive: string | undefined
  now: () => Date
  report: (line: string) => void
}
export type Changed = {
  from: number
  to: number
  tables: number
  rows: number
  /** How long the server could not run. */
  tookMs: number
  /** The cluster that is no longer in use. */
  left: string
}

/**
 * Copies the embedded database into a new cluster of the next major version, or of the one before, and makes that the one in use. Until then
 * nothing is changed, so that the old cluster starts after a failure at any point.
 */
export async function changeMajor(direction: Direction, deps: ChangeDeps): Promise<Changed> {
  const startedAt = performance.now()
  const location = locateCluster(deps.dataDir)
  const from = readMajor(location.data)
  if (from === undefined)
    throw new ChangeRefused(`${deps.dataDir} has no database yet. Start Ajo once with npm start.`)
  const to = chooseMajor(from, direction)
  refuseUsedArchive(deps.walArchive)
  refuseFullDisk(location)

  const summary = await copyAndSwitch(location, to, deps)
  // Not earlier, because PostgreSQL writes there until it has stopped.
  retireCluster(location.data)
  return {
    from,
    to,
    tables: summary.tables.length,
    rows: summary.tables.reduce((sum, { rows }) => sum + rows, 0),
    tookMs: Math.round(performance.now() - startedAt),
    left: location.data,
  }
}

async function copyAndSwitch(
  location: ClusterLocation,
  to: number,
  deps: ChangeDeps,
): Promise<Summary> {
  await using old = await openEmbeddedPostgres({ dataDir: deps.dataDir })
  // Ends with the old cluster and not before, because it holds the locks.
  const source = await open(old.connection)
  const tables = await lockTables(source)
  await using draft = await openDraftCluster(location, to, old.connection)
  const connections = { from: old.connection, to: draft.connection }
  const summary = await copyDatabase(source, connections, tables, deps)
  deps.report('Switching')
  const name = `data-${to}-${deps
    .now()
    .toISOString()
    .replaceAll(/[-:]|\.\d+/g, '')}`
  switchCluster(location.root, await draft.complete(), name)
  return summary
}

function chooseMajor(from: number, direction: Direction): number {
  const all = knownMajors()
  const to =
    direction === 'upgrade'
      ? all.find((major) => major > from)
      : all.findLast((major) => major < from)
  if (to !== undefined) return to
  throw new ChangeRefused(
    `The embedded database is of PostgreSQL ${from}, and this version of Ajo knows no ${direction === 'upgrade' ? 'newer' : 'older'} one.`,
  )
}

/** The segments of two clusters have the same names, and one that is archived is never replaced. */
function refuseUsedArchive(archive: string | undefined) {
  if (archive === undefined) return
  const folder = toWalFolder(archive)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new ChangeRefused(
      `WAL_ARCHIVE ${archive} has the log of the database as it is. Set it to a new folder; the old one restores earlier times.`,
    )
}

function refuseFullDisk({ data, root }: ClusterLocation) {
  const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
  const bytes = files.reduce((sum, name) => sum + getSize(join(data, name)), 0)
  const { bavail, bsize } = statfsSync(root)
  if (bavail * bsize < bytes * 1.2)
    throw new ChangeRefused(
      `The disk of ${root} has ${toMegabytes(bavail * bsize)} free, and the copy needs ${toMegabytes(bytes * 1.2)}.`,
    )
}

const getSize = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
const toMegabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`

const open = (connection: Connection) =>
  connectClient(connection, (opened) => opened.on('error', () => {}))

/** Commands of other processes can read and not write until the old cluster is stopped, so that no write is left behind. */
async function lockTables(source: pg.Client) {
  await refuseOtherSchema(source)
  const tables = await listTables(source)
  await source.query('begin isolation level repeatable read')
  // Before the first query, with which the snapshot is taken.
  await source.query(`lock table ${tables.map(({ name }) => name).join(', ')} in share mode`)
  await source.query(textFormat)
  return tables
}

async function refuseOtherSchema(source: pg.Client) {
  const { missing, expanding, contracting } = await compareSchema(source)
  if (missing.length + expanding.length + contracting.length > 0)
    throw new ChangeRefused(
      'The database was last used by another version of Ajo. Start this version once, stop it, and repeat.',
    )
}

type Tables = Awaited<ReturnType<typeof listTables>>

/** Copies and compares. Returns what both databases have. */
async function copyDatabase(
  source: pg.Client,
  { from, to }: { from: Connection; to: Connection },
  tables: Tables,
  { report }: ChangeDeps,
): Promise<Summary> {
  report('Preparing')
  await migrate(to)
  const target = await open(to)
  try {
    const [own, other] = await Promise.all([source, target].map(readSchemaVersion))
    if (own?.queueMigration !== other?.queueMigration)
      throw new ChangeRefused(
        'The database has jobs of another version of Ajo. Start this version once, stop it, and repeat.',
      )
    report('Copying')
    const sequences = await listSequences(source)
    await replaceRows(target, { tables, sequences }, async ({ name, columns }) => {
      const rows = `${name} (${columns.join(', ')})`
      await pipeline(
        source.query(copyTo(`copy ${rows} to stdout`)),
        target.query(copyFrom(`copy ${rows} from stdin`)),
      )
    })
    await target.query('analyze')
    report('Comparing')
    await target.query(`begin; ${textFormat}`)
    const [before, after] = await Promise.all([
      summarize(source, from, tables),
      summarize(target, to, tables),
    ])
    const differences = listDifferences(before, after)
    if (differences.length > 0)
      throw new Error(`The copy differs, and is not used:\n${differences.join('\n')}`)
    await target.query('commit')
    await target.query('checkpoint')
    return after
  } finally {
    await target.end().catch(() => {})
  }
}
