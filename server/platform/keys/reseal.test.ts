import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { openKeyRing } from '#server/platform/runtime/sealing.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'

import { openSealing } from './open-sealing.ts'
import { countSealed, reseal } from './reseal.ts'
import { sealedColumns } from './sealed-columns.ts'

const { database, owner } = await freshDatabase()
const older = 'harmattan kite mango rain 47 river'
const newer = 'lagoon ember yam cowrie 91 market x'
const config = (...secrets: string[]) => ({ secrets, dataDir: '' })
const both = openKeyRing([newer, older])
const body = Buffer.from([0xff, 0x00, 0x7b])

/** Pictures of evidence stand for all columns: they need no other rows. */
async function insertImages(count: number) {
  const sealing = await openSealing(config(older), database)
  const sealed = Array.from({ length: count }, () => sealing.seal('evidence-image', body))
  await owner.run(sql`
    insert into evidence_image (campaign_id, image_id, bytes_sealed, stored_at)
    select 'well', encode(sha256(value), 'hex'), value, now() from unnest(${sealed}::bytea[]) as value`)
}

const findImages = async () => {
  const rows = await owner.rows(
    z.object({ value: z.instanceof(Buffer) }),
    sql`select bytes_sealed as value from evidence_image`,
  )
  return rows.map(({ value }) => value)
}
const countOlder = async () =>
  (await countSealed({ database, keyRing: both })).filter((count) => count.older > 0)

describe('the list of sealed columns', () => {
  it('names every column of the schema whose name ends in _sealed', async () => {
    const columns = await owner.rows(
      z.object({ name: z.string() }),
      sql`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public' and column_name like '%\\_sealed'`,
    )

    expect(sealedColumns.map(({ name }) => name).toSorted()).toEqual(
      columns.map(({ name }) => name).toSorted(),
    )
  })

  it('names every purpose that the code seals for, except links in mails and forms of pages', () => {
    const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(`server/${file}`, 'utf8'))
    const literals = sources.flatMap((source) => [
      ...source.matchAll(/\b(?:sealing|keyRing)\.seal\('([^']+)'/g),
      ...(/\.seal\(purpose,/.test(source) ? source.matchAll(/^const purpose = '([^']+)'/gm) : []),
      ...source.matchAll(/^(?:export )?const \w+Purpose = '([^']+)'/gm),
    ])
    const purposes = new Set(literals.map(([, purpose]) => purpose))
    for (const unstored of ['unsubscribe', 'page-form']) purposes.delete(unstored)

    expect(purposes).toEqual(new Set(sealedColumns.map(({ purpose }) => purpose)))
  })

  it('may be resealed by the application in every table', async () => {
    for (const { table, column } of sealedColumns)
      expect(await database.run(sql`update ${table} set ${column} = ${column} where false`)).toBe(0)
  })
})

describe('resealing', () => {
  it('seals every value with the newest key, and keeps its bytes', async () => {
    await insertImages(450)

    expect(await countOlder()).toHaveLength(2)
    await reseal({ database, keyRing: both })

    expect(await countOlder()).toEqual([])
    const values = await findImages()
    expect(values).toHaveLength(450)
    const newest = openKeyRing([newer])
    for (const value of values) expect(newest.openBytes('evidence-image', value)).toEqual(body)
    await expect(openSealing(config(newer), database)).resolves.toBeDefined()
  })

  it('continues where a stopped run ended', async () => {
    await insertImages(450)
    const columnsBefore = sealedColumns.findIndex(
      ({ name }) => name === 'evidence_image.bytes_sealed',
    )
    let batches = 0
    const stopping: typeof database = {
      ...database,
      transaction: (work) => {
        // The canary, the first column, needs two.
        if (++batches > columnsBefore + 2) throw new Error('stopped')
        return database.transaction(work)
      },
    }
    await expect(reseal({ database: stopping, keyRing: both })).rejects.toThrow('stopped')
    const [before] = await countOlder()
    expect(before?.older).toBeGreaterThan(0)
    expect(before?.older).toBeLessThan(450)

    const results = await reseal({ database, keyRing: both })

    expect(results.find(({ name }) => name === before?.name)?.resealed).toBe(before?.older)
    expect(await countOlder()).toEqual([])
  })

  it('runs beside the server: a value that changes meanwhile keeps its newer content', async () => {
    await insertImages(300)
    const changed = Buffer.from('changed')
    const running = reseal({ database, keyRing: both })
    await owner.run(sql`update evidence_image set bytes_sealed = ${both.seal('evidence-image', changed)}
      where image_id in (select image_id from evidence_image order by image_id limit 100 for update)`)
    await running
    await reseal({ database, keyRing: both })

    const contents = (await findImages()).map((value) => both.openBytes('evidence-image', value))
    expect(contents.filter((content) => content.equals(changed))).toHaveLength(100)
    expect(contents.filter((content) => content.equals(body))).toHaveLength(200)
    expect(await countOlder()).toEqual([])
  })

  it('reports values that no key opens, and leaves them as they are', async () => {
    await insertImages(3)
    await owner.run(sql`update evidence_image set bytes_sealed = bytes_sealed || '\\x00'::bytea
      where image_id = (select image_id from evidence_image limit 1)`)

    const results = await reseal({ database, keyRing: both })

    const found = results.find(({ name }) => name === 'evidence_image.bytes_sealed')
    expect(found).toMatchObject({ resealed: 2, unopened: 1 })
    expect(await findImages()).toHaveLength(3)
  })
})
