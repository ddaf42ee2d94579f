import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { testDatabase } from '#test/database.ts'
import { ada, bola } from '#test/people.ts'
import { jpeg } from '#test/image-files.ts'

import { diskImageStorage } from './disk-storage.ts'
import { openImages } from './images.ts'

const { database, empty } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'ajo-pictures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const disk = diskImageStorage(folder)
const written: string[] = []
const room = { left: true }
const pictures = openImages({
  database,
  now: () => new Date(),
  images: {
    ...disk,
    write: async (key, bytes) => {
      written.push(key)
      await disk.write(key, bytes)
    },
    hasRoom: async () => room.left,
  },
})

beforeEach(async () => {
  await empty()
  written.length = 0
  room.left = true
})

describe('pictures', () => {
  it('are made in a width once, however many ask at the same time and later', async () => {
    const { id } = await pictures.add(ada.uid, await jpeg(7))
    const asked = await Promise.all(Array.from({ length: 100 }, () => pictures.read(id, 320)))
    await pictures.read(id, 320)

    expect(asked.every((bytes) => bytes !== undefined)).toBe(true)
    expect(written).toEqual([id, `${id}-320`])
  })

  it('belong to everybody who has sent them, and to nobody else', async () => {
    const { id } = await pictures.add(ada.uid, await jpeg(8))
    expect((await pictures.findOwn(bola.uid, [id])).size).toBe(0)
    await pictures.add(bola.uid, await jpeg(8))

    for (const { uid } of [ada, bola])
      expect(await pictures.findOwn(uid, [id, '0'.repeat(64)])).toEqual(
        new Map([
          [id, { id, width: 800, height: 500, standIn: expect.stringMatching(/^[0-9a-f]{72}$/) }],
        ]),
      )
  })

  it('are refused while the disk is nearly full', async () => {
    room.left = false
    await expect(pictures.add(ada.uid, await jpeg())).rejects.toMatchObject({ code: 'busy' })
    expect(written).toEqual([])
  })

  it('leave nothing half-written behind', async () => {
    const { id } = await pictures.add(ada.uid, await jpeg(9))
    await pictures.read(id, 160)
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
    expect(names.filter((name) => !/^[0-9a-f]{64}(-\d+)?$/.test(name))).toEqual([])
  })
})

describe('a folder of pictures', () => {
  it('takes no other names than its own', async () => {
    for (const key of ['../secret', 'a'.repeat(63), `${'a'.repeat(64)}/../../x`, ''])
      await expect(disk.write(key, Buffer.from('x'))).rejects.toThrow('not the key of a picture')
  })

  it('knows nothing of what was never written', async () => {
    expect(await disk.read('f'.repeat(64))).toBeUndefined()
  })
})
