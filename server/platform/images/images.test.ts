import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { sql } from '#server/platform/database/sql.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { ada, bola } from '#test/support/people/people.ts'
import { jpeg, jpegOfScans } from '#test/support/campaigns/image-files.ts'

import { diskImageStorage } from './disk-storage.ts'
import { openImages } from './images.ts'

const { database } = await freshDatabase()
const folder = mkdtempSync(join(tmpdir(), 'ajo-images-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const disk = diskImageStorage(folder)
const written: string[] = []
let hasSpace = true
const images = openImages({
  database,
  now: () => new Date(),
  storage: {
    ...disk,
    write: async (key, bytes) => {
      written.push(key)
      await disk.write(key, bytes)
    },
    hasSpace: async () => hasSpace,
  },
})

beforeEach(() => {
  written.length = 0
  hasSpace = true
})

describe('images', () => {
  it('creates each width once for concurrent and later requests', async () => {
    const { id } = await images.add(ada.uid, await jpeg(7))
    const results = await Promise.all(Array.from({ length: 100 }, () => images.read(id, 320)))
    await images.read(id, 320)

    expect(results.every((bytes) => bytes !== undefined)).toBe(true)
    expect(written).toEqual([id, `${id}-320`])
  })

  it('stores no file of an upload that another one at the same time makes one too many', async () => {
    await database.run(sql`
      with image as (
        insert into image (id, width, height, size_bytes, created_at)
        select lpad(to_hex(number), 64, '0'), 1, 1, 1, now() from generate_series(1, 39) number returning id)
      insert into image_upload (image_id, owner_uid, created_at) select id, ${ada.uid}, now() from image`)
    const uploads = [await jpeg(21), await jpeg(22)]
    const results = await Promise.allSettled(uploads.map((file) => images.add(ada.uid, file)))
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(written).toHaveLength(1)
  })

  it('finds an image only for the people who uploaded it', async () => {
    const { id } = await images.add(ada.uid, await jpeg(8))
    const image = { id, alt: 'The dry well' }
    await expect(images.getOwn(bola.uid, [image])).rejects.toMatchObject({ code: 'invalid-input' })
    await images.add(bola.uid, await jpeg(8))

    const placeholder = expect.stringMatching(/^[0-9a-f]{72}$/)
    for (const { uid } of [ada, bola])
      expect(await images.getOwn(uid, [image])).toEqual([
        { ...image, width: 400, height: 250, placeholder },
      ])
  })

  it('refuses a form with an image that was not uploaded', async () => {
    const { id } = await images.add(ada.uid, await jpeg(8))
    const requested = [id, '0'.repeat(64)].map((each) => ({ id: each, alt: '' }))
    await expect(images.getOwn(ada.uid, requested)).rejects.toMatchObject({
      details: { fields: { images: ['One or more files are not valid images.'] } },
    })
  })

  it('refuses uploads while the disk is nearly full', async () => {
    hasSpace = false
    await expect(images.add(ada.uid, await jpeg())).rejects.toMatchObject({ code: 'busy' })
    expect(written).toEqual([])
  })

  it('replaces a copy for cards that is heavier than a phone should load', async () => {
    const { id } = await images.add(ada.uid, await jpeg(12))
    await disk.write(`${id}-320`, Buffer.alloc(60_001))
    expect((await images.read(id, 320))?.length).toBeLessThanOrEqual(60_000)
    expect((await disk.read(`${id}-320`))?.length).toBeLessThanOrEqual(60_000)
  })

  it('accepts a JPEG of 50 scans and refuses one of more before decoding it', async () => {
    expect(await images.add(ada.uid, jpegOfScans(50))).toMatchObject({ width: 1_200 })
    await expect(images.add(ada.uid, jpegOfScans(51))).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })

  it('leaves no temporary files', async () => {
    const { id } = await images.add(ada.uid, await jpeg(9))
    await images.read(id, 160)
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
    expect(names.filter((name) => !/^[0-9a-f]{64}(-\d+)?$/.test(name))).toEqual([])
  })
})
