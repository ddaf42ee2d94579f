import { createHash } from 'node:crypto'

import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'

import type { Images } from './images.ts'

/** What every place for pictures promises. */
export function imagesContract(name: string, open: () => Promise<Images>) {
  describe(`pictures ${name}`, () => {
    let images: Images
    beforeAll(async () => {
      images = await open()
    })

    const bytesAt = async (key: string) => new Uint8Array((await images.read(key)) ?? [])

    it('are read as they were written, any number of times', async () => {
      const { key, bytes } = await picture('#0f5132')
      await images.write(key, bytes)
      for (let time = 0; time < 2; time++) expect(await bytesAt(key)).toEqual(bytes)
    })

    it('are the same when they are written again', async () => {
      const { key, bytes } = await picture('#e0a526')
      await Promise.all([images.write(key, bytes), images.write(key, bytes)])
      expect(await bytesAt(key)).toEqual(bytes)
    })

    it('are kept apart from their smaller widths', async () => {
      const [whole, small] = [await picture('#a3441f', 640), await picture('#a3441f', 320)]
      await images.write(whole.key, whole.bytes)
      await images.write(`${whole.key}-320`, small.bytes)
      const read = (await images.read(`${whole.key}-320`)) ?? new Uint8Array()
      expect(await sharp(read).metadata()).toMatchObject({ format: 'webp', width: 320 })
      expect(await bytesAt(whole.key)).toEqual(whole.bytes)
    })

    it('are missing where nothing was written', async () => {
      const { key } = await picture('#123456')
      for (const missing of [key, `${key}-320`, '', '../secret', 'x'.repeat(64)])
        expect(await images.read(missing)).toBeUndefined()
    })

    it('are gone once they are deleted, which is harmless twice', async () => {
      const { key, bytes } = await picture('#654321')
      await images.write(key, bytes)
      await images.delete(key)
      await images.delete(key)
      expect(await images.read(key)).toBeUndefined()
    })

    it('are written under no name but one of ours', async () => {
      for (const key of ['', '../secret', `${'a'.repeat(64)}/b`])
        await expect(images.write(key, new Uint8Array([1]))).rejects.toThrow('not the key')
    })

    it('have room', async () => {
      expect(await images.hasRoom()).toBe(true)
    })
  })
}

async function picture(background: string, width = 64) {
  const made = sharp({ create: { width, height: 48, channels: 3, background } })
  const bytes = new Uint8Array(await made.webp().toBuffer())
  return { key: createHash('sha256').update(bytes).digest('hex'), bytes }
}
