import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import pg from 'pg'

import { openDatabase } from '#server/platform/database/database.ts'
import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate, migrationsDirectory } from '#server/platform/database/migrate.ts'

import { insertBigCampaign } from '../campaigns/big-campaign.ts'
import { insertManyCampaigns } from '../campaigns/many-campaigns.ts'

type Sizes = { campaigns: number; donations: number }
type StoredDatabase = AsyncDisposable & {
  /** Of a copy, which may be changed. */
  url: string
}

const template = 'ajo_many'
const copy = 'ajo_copy'

/**
 * A copy of a database with many campaigns, and one with many donations. The first run creates it, and later ones of this checkout find
 * it, until a migration or what is inserted changes. `npm test` creates its own, because it deletes its temporary files.
 */
export async function openStoredDatabase(sizes: Sizes): Promise<StoredDatabase> {
  const dataDir = findFolder(sizes)
  await using opened = new AsyncDisposableStack()
  const { connection } = opened.use(await openEmbeddedPostgres({ dataDir, durable: false }))
  const client = new pg.Client(connection as pg.ClientConfig)
  await client.connect()
  try {
    const { rows } = await client.query('select from pg_database where datname = $1', [template])
    if (rows.length === 0) await createTemplate(client, connection, sizes)
    await client.query(`drop database if exists ${copy} with (force)`)
    await client.query(`create database ${copy} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  const closing = opened.move()
  return { url: toUrl(connection), [Symbol.asyncDispose]: () => closing.disposeAsync() }
}

/** The template has its name only when it is complete. */
async function createTemplate(client: pg.Client, connection: pg.PoolConfig, sizes: Sizes) {
  const unfinished = `${template}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  await client.query(`create database ${unfinished}`)
  const target = { ...connection, database: unfinished }
  await migrate(target)
  const owner = openDatabase(target, { max: 2, onIdleError: () => {} })
  await insertManyCampaigns(owner, sizes.campaigns)
  await insertBigCampaign(owner.pool, sizes.donations)
  await owner[Symbol.asyncDispose]()
  await client.query(`alter database ${unfinished} rename to ${template}`)
}

/** Deletes the folders of earlier contents. */
function findFolder({ campaigns, donations }: Sizes): string {
  const checkout = digest(import.meta.dirname)
  const prefix = `ajo-many-${checkout}-${campaigns}-`
  const name = `${prefix}${digest(String(donations), ...readSources())}`
  for (const each of readdirSync(tmpdir()))
    if (each.startsWith(prefix) && each !== name) rmSync(join(tmpdir(), each), { recursive: true })
  const dataDir = join(tmpdir(), name)
  mkdirSync(dataDir, { recursive: true })
  // PostgreSQL runs under another account, which needs access to the folder.
  chmodSync(dataDir, 0o711)
  return dataDir
}

function readSources(): string[] {
  const migrations = readdirSync(migrationsDirectory).sort()
  const tests = [
    'campaigns/many-campaigns.ts',
    'campaigns/big-campaign.ts',
    'money/insert-donations.ts',
    'people/people.ts',
  ]
  return [
    ...migrations.map((name) => join(migrationsDirectory, name)),
    ...tests.map((name) => join(import.meta.dirname, '..', name)),
  ].map((path) => `${basename(path)} ${readFileSync(path, 'utf8')}`)
}

function digest(...texts: string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 10)
}

function toUrl({ host, port, user, password }: pg.PoolConfig): string {
  const [name, secret] = [String(user), String(password)].map(encodeURIComponent)
  return `postgres://${name}:${secret}@localhost/${copy}?host=${encodeURIComponent(String(host))}&port=${port}`
}
