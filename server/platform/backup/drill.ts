import * as z from 'zod/mini'

import { applicationRole } from '../database/application-role.ts'
import { openDatabase, type Database, type Queries } from '../database/database.ts'
import { compareSchema } from '../database/migrate.ts'
import { sql } from '../database/sql.ts'
import { isWholeImage, type ImageStorage } from '../images/image-storage.ts'
import { openSealing } from '../keys/open-sealing.ts'
import { sealedColumns } from '../keys/sealed-columns.ts'
import { ledgerChecks } from '../../money/ledger/ledger-check.ts'
import type { Sealing } from '../runtime/sealing.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup, type RestoreDeps } from './restore-backup.ts'

export type DrillReport = {
  manifest: Manifest
  tookMs: number
  ledgerChecks: number
  /** What is wrong with the restored installation, one sentence each. */
  findings: string[]
}

const sampleSize = 100

/** Restores a backup into a scratch installation and proves that it is complete, readable and balanced. */
export async function runDrill(deps: RestoreDeps, name: string): Promise<DrillReport> {
  const startedAt = performance.now()
  const manifest = await restoreBackup(deps, name)
  await using owner = openDatabase(deps.connection, { max: 1, onIdleError: () => {} })
  await using database = openDatabase(deps.connection, {
    role: applicationRole,
    max: 1,
    onIdleError: () => {},
  })
  const check = await ledgerChecks({ database, now: deps.now }).checkLedger()
  const sealing = await openSealing(deps.config, database)
  const { images } = deps.storages
  return {
    manifest,
    ledgerChecks: check.checks,
    findings: [
      ...check.findings.map(({ name: invariant, key }) => `ledger: ${invariant} (${key})`),
      ...(await compareCounts(owner, manifest)),
      ...(await openSamples(owner, sealing)),
      ...(await compareImages(images, manifest)),
      ...manifest.documents.missing.map((key) => `document ${key} was missing already`),
    ],
    tookMs: Math.round(performance.now() - startedAt),
  }
}

/** Migrations that are newer than the backup may change the number of rows, so that only a backup of this version is compared. */
async function compareCounts(owner: Database, { tables, migrations }: Manifest) {
  const { missing } = await compareSchema(owner.pool)
  const own = await owner.rows(z.object({ name: z.string() }), sql`select name from migration`)
  if (missing.length > 0 || own.length !== migrations.length) return []
  const findings: string[] = []
  for (const { name, rows } of tables) {
    const { rows: counted } = await owner.pool.query<{ count: number }>(
      `select count(*) as count from ${name}`,
    )
    // The restore itself is a row.
    const expected = name === 'public.backup_run' ? rows + 1 : rows
    const count = counted[0]?.count ?? 0
    if (count !== expected) findings.push(`${name} has ${count} rows in place of ${expected}`)
  }
  return findings
}

async function openSamples(owner: Queries, sealing: Sealing): Promise<string[]> {
  const findings: string[] = []
  for (const { name, table, column, purpose } of sealedColumns) {
    const samples = await owner.rows(
      z.object({ value: z.instanceof(Buffer) }),
      sql`select ${column} as value from ${table} where length(${column}) > 0
        order by random() limit ${sampleSize}`,
    )
    const unopened = samples.filter(({ value }) => !canOpen(sealing, purpose, value))
    if (unopened.length > 0)
      findings.push(`${unopened.length} of ${samples.length} values of ${name} do not open`)
  }
  return findings
}

function canOpen(sealing: Sealing, purpose: string, value: Buffer): boolean {
  try {
    sealing.openBytes(purpose, value)
    return true
  } catch {
    return false
  }
}

/** The key of an image contains the digest of its bytes. */
async function compareImages(storage: Pick<ImageStorage, 'read'>, { images }: Manifest) {
  const findings = images.missing.map((key) => `image ${key} was missing already`)
  for (const { key } of images.stored) {
    const bytes = await storage.read(key)
    if (!bytes || !isWholeImage(key, bytes)) findings.push(`image ${key} is missing or damaged`)
  }
  return findings
}
