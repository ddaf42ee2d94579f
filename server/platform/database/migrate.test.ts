import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { emptyTestDatabase } from '#test/support/database/database.ts'
import { query } from '#test/support/database/query.ts'

import { compareSchema, migrate } from './migrate.ts'

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'ajo-migrations-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const write = (name: string, text: string) => writeFileSync(join(directory, name), text)

/** A database with the first migration. */
async function createWell() {
  const connection = await emptyTestDatabase()
  write('0001_first.sql', 'create table well (name integer)')
  await migrate(connection, directory)
  return connection
}

/** A connection that keeps the table locked until its transaction ends. */
async function lockWell(connection: pg.ClientConfig) {
  const reader = new pg.Client(connection)
  await reader.connect()
  await reader.query('begin; select * from well')
  return reader
}

describe('migrate', () => {
  it('applies each migration once, in the order of their names', async () => {
    const connection = await emptyTestDatabase()
    write('0002_second.sql', 'insert into well (name) values (1)')
    write('0001_first.sql', 'create table well (name integer)')

    expect(await migrate(connection, directory)).toEqual(['0001_first.sql', '0002_second.sql'])
    expect(await migrate(connection, directory)).toEqual([])
    expect(await query(connection, 'select * from well')).toEqual([{ name: 1 }])
  })

  it('refuses a migration that was changed after it was applied, and applies no later one', async () => {
    const connection = await createWell()
    write('0001_first.sql', 'create table well (name text)')
    write('0002_second.sql', 'create table other (name text)')

    await expect(migrate(connection, directory)).rejects.toThrow(
      'The migration 0001_first.sql was changed after it had been applied to this database',
    )
    expect(await query(connection, `select to_regclass('other') as other`)).toEqual([
      { other: null },
    ])
  })

  it('refuses a database with a migration of a newer version, and applies nothing', async () => {
    const connection = await emptyTestDatabase()
    write('0001_first.sql', 'create table well (name integer)')
    write('0003_later.sql', 'select 1')
    await migrate(connection, directory)
    rmSync(join(directory, '0003_later.sql'))
    write('0002_second.sql', 'create table other (name text)')
    await expect(migrate(connection, directory)).rejects.toThrow(
      'The database has the migration 0003_later.sql, which this version of Ajo does not know. Start the newer version.',
    )
    expect(await query(connection, `select to_regclass('other') as other`)).toEqual([
      { other: null },
    ])
  })

  it('goes on beside a newer version that added something, until one takes something away', async () => {
    const connection = await emptyTestDatabase()
    write('0001_first.sql', 'create table well (name integer)')
    const newer = mkdtempSync(join(tmpdir(), 'ajo-newer-'))
    cpSync(directory, newer, { recursive: true })
    writeFileSync(join(newer, '0002_expand.sql'), 'alter table well add column depth integer')
    await migrate(connection, newer)
    expect(await migrate(connection, directory)).toEqual([])

    const contract =
      '-- Contract: versions since 0.3 read the depth.\nalter table well drop column name'
    writeFileSync(join(newer, '0003_contract.sql'), contract)
    await migrate(connection, newer)
    rmSync(newer, { recursive: true })
    await expect(migrate(connection, directory)).rejects.toThrow(
      'The database has the migration 0003_contract.sql, which this version of Ajo does not know. Start the newer version.',
    )
  })

  it('tries again when a table is locked, and lets other queries of it pass meanwhile', async () => {
    const connection = await createWell()
    write('0002_second.sql', 'alter table well add column depth integer')
    const reader = await lockWell(connection)
    const waits = { timeoutMs: 50, attempts: 1_000, pauseMs: 50 }
    const migrated = migrate(connection, directory, waits)

    // A migration that waits without a limit would block this query, too.
    for (let count = 0; count < 5; count++)
      expect(await query(connection, 'select * from well')).toEqual([])
    await reader.query('commit')
    expect(await migrated).toEqual(['0002_second.sql'])
    await reader.end()
  })

  it('says in one sentence that a table stays locked', async () => {
    const connection = await createWell()
    write('0002_second.sql', 'alter table well add column depth integer')
    const reader = await lockWell(connection)
    const waits = { timeoutMs: 20, attempts: 2, pauseMs: 1 }
    await expect(migrate(connection, directory, waits)).rejects.toThrow(
      'The migration 0002_second.sql could not lock a table that other connections use, 2 times for 0.02 s. End their transactions and start again.',
    )
    await reader.end()
  })

  it('rolls back a migration that fails', async () => {
    const connection = await emptyTestDatabase()
    write('0001_first.sql', 'create table well (name integer); select 1 / 0')

    await expect(migrate(connection, directory)).rejects.toThrow(
      'The migration 0001_first.sql failed: division by zero.',
    )
    expect(await query(connection, `select to_regclass('well') as well`)).toEqual([{ well: null }])
  })

  it('applies each migration once when several servers start at the same time', async () => {
    const connection = await emptyTestDatabase()
    write('0001_first.sql', 'create table well (name integer)')
    write('0002_second.sql', 'insert into well (name) values (1)')

    const applied = await Promise.all(
      Array.from({ length: 4 }, () => migrate(connection, directory)),
    )

    expect(applied.flat()).toEqual(['0001_first.sql', '0002_second.sql'])
    expect(await query(connection, 'select * from well')).toHaveLength(1)
  })

  it('names the migrations that a database lacks, and those that this version does not know', async () => {
    const connection = await createWell()
    write('0002_second.sql', 'select 1')

    const pool = new pg.Pool(connection)
    expect(await compareSchema(pool, directory)).toEqual({
      missing: ['0002_second.sql'],
      expanding: [],
      contracting: [],
    })
    rmSync(join(directory, '0001_first.sql'))
    expect(await compareSchema(pool, directory)).toMatchObject({ expanding: ['0001_first.sql'] })
    await pool.query('update migration set contracts = true')
    expect(await compareSchema(pool, directory)).toMatchObject({ contracting: ['0001_first.sql'] })
    await pool.end()
  })

  it('migrates several databases of one cluster at the same time', async () => {
    const connections = await Promise.all([1, 2, 3].map(() => emptyTestDatabase()))
    write('0001_first.sql', 'create table well (name integer)')

    const applied = await Promise.all(connections.map((one) => migrate(one, directory)))

    expect(applied).toEqual([1, 2, 3].map(() => ['0001_first.sql']))
  })
})
