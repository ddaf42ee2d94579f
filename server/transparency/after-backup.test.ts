import { tmpdir } from 'node:os'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { verificationSchema } from '#shared/receipt.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { campaignOfAda } from '#test/support/money/ledger.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'

import { sql } from '../platform/database/sql.ts'
import { generateSigningKey } from '../platform/runtime/files.ts'

const { at, database, owner } = await freshOn(openLogApp)
const otherArchive = mkdtempSync(join(tmpdir(), 'ajo-other-log-'))
afterAll(() => rmSync(otherArchive, { recursive: true, force: true }))

const advance = () => at.transparency.advance()

const readState = () =>
  database.row(
    z.object({ origin: z.string(), size: z.int() }),
    sql`select origin, size from log_state`,
  )

describe('a database that went back', () => {
  /** The rows of the log, as a backup holds them. */
  async function backup() {
    await owner.pool.query('create schema if not exists backup')
    const tables = [
      'log_state',
      'log_leaf',
      'log_node',
      'log_opening',
      'log_checkpoint',
      'log_campaign',
    ]
    for (const table of tables)
      await owner.pool.query(
        `drop table if exists backup.${table}; create table backup.${table} as table ${table}`,
      )
    return async () => {
      await owner.pool.query(
        `begin; set local session_replication_role = replica;
         ${tables.map((table) => `delete from ${table}; insert into ${table} select * from backup.${table};`).join(' ')} commit`,
      )
    }
  }

  it('signs nothing and alarms the admin while donations still count', async () => {
    await at.donate('ola@example.com')
    await advance()
    const restore = await backup()
    await at.donate('tunde@example.com')
    await advance()
    await restore()

    const restarted = await at.openAnotherProcess()
    expect(await restarted.transparency.advance()).toBe(
      'the archive has 4 leaves, and the database has 3',
    )
    await at.donate('sade@example.com')
    expect(await restarted.transparency.advance()).toContain('the archive')

    expect((await readState())?.size).toBe(3)
    const mails = await database.rows(
      z.object({ subject: z.string() }),
      sql`select subject from mail_outbox where subject like '%transparency log%'`,
    )
    expect(mails).toHaveLength(1)
    const total = (await at.ledger.campaignTotals([campaignOfAda.id])).get(campaignOfAda.id)
    expect(total?.raised).toBe(15_000_00)
  })

  it('signs nothing in a process that went on running, also after entries were added', async () => {
    await at.donate('ola@example.com')
    await advance()
    const restore = await backup()
    await at.donate('tunde@example.com')
    await advance()
    // As a standby that takes over without the last entries.
    await restore()
    await at.donate('sade@example.com')
    expect(await advance()).toBe('the archive has 4 leaves, and the database has 3')

    expect((await readState())?.size).toBe(3)
  })

  it('signs nothing when it has another tree of the archived size', async () => {
    await at.donate('ola@example.com')
    await advance()
    const restore = await backup()
    await at.donate('tunde@example.com')
    await advance()
    const written = await at.archive.readCheckpoint()
    await restore()
    // The archive went back, too, so that the process signs a second tree of this size.
    await at.archive.writeCheckpoint((await at.transparency.readPublished())?.note ?? '')
    const restarted = await at.openAnotherProcess()
    await restarted.transparency.advance()
    await at.archive.writeCheckpoint(written ?? '')

    const again = await at.openAnotherProcess()
    expect(await again.transparency.advance()).toBe(
      'the archive has another tree of 4 leaves than the database',
    )
  })

  it('continues as another log with its own name, key and archive, in which every entry is a leaf', async () => {
    await at.donate('ola@example.com')
    await at.runJobs()
    const restore = await backup()
    await at.donate('tunde@example.com')
    await at.runJobs()
    await restore()
    expect(await (await at.openAnotherProcess()).transparency.advance()).toContain('the archive')

    await owner.pool.query('truncate log_state, receipt_proof cascade')
    const other = await at.openAnotherProcess({
      LOG_ORIGIN: 'localhost/log/sandbox-2',
      LOG_KEY: generateSigningKey(),
      LOG_ARCHIVE: otherArchive,
    })
    expect(await other.transparency.advance()).toBeUndefined()

    expect(await readState()).toEqual({ origin: 'localhost/log/sandbox-2', size: 4 })
    expect((await other.transparency.checkLog()).findings).toEqual([])
    const codes = await database.rows(z.object({ code: z.string() }), sql`select code from receipt`)
    expect(codes).toHaveLength(2)
    for (const { code } of codes) {
      const response = await other.app.request(`/api/verify/${code}`)
      const { status, logged } = verificationSchema.parse(await response.json())
      expect(status).toBe('valid')
      expect(logged?.entry?.size).toBe(4)
    }
  })
})
