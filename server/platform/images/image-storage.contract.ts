import { createHash } from 'node:crypto'

import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'

import type { ImageStorage } from './image-storage.ts'

/** Tests that every image storage must pass. */
export function imageStorageContract(name: string, open: () => Promise<ImageStorage>) {
  describe(`image storage ${name}`, () => {
    let storage: ImageStorage
    beforeAll(async () => {
      storage = await open()
    })

    const bytesAt = async (key: string) => new Uint8Array((await storage.read(key)) ?? [])

    it('returns the bytes that were written, repeatedly', async () => {
      const { key, bytes } = await createImage('#0f5132')
      await storage.write(key, bytes)
      for (let time = 0; time < 2; time++) expect(await bytesAt(key)).toEqual(bytes)
    })

    it('accepts the same image twice at the same time', async () => {
      const { key, bytes } = await createImage('#e0a526')
      await Promise.all([storage.write(key, bytes), storage.write(key, bytes)])
      expect(await bytesAt(key)).toEqual(bytes)
    })

    it('stores resized copies beside the original', async () => {
      const [original, resized] = [
        await createImage('#a3441f', 640),
        await createImage('#a3441f', 320),
      ]
      await storage.write(original.key, original.bytes)
      await storage.write(`${original.key}-320`, resized.bytes)
      const read = (await storage.read(`${original.key}-320`)) ?? new Uint8Array()
      expect(await sharp(read).metadata()).toMatchObject({ format: 'webp', width: 320 })
      expect(await bytesAt(original.key)).toEqual(original.bytes)
    })

    it('returns undefined for unknown and invalid keys', async () => {
      const { key } = await createImage('#123456')
      for (const missing of [key, `${key}-320`, '', '../secret', 'x'.repeat(64)])
        expect(await storage.read(missing)).toBeUndefined()
    })

    it('deletes an image, also twice', async () => {
      const { key, bytes } = await createImage('#654321')
      await storage.write(key, bytes)
      await storage.delete(key)
      await storage.delete(key)
      expect(await storage.read(key)).toBeUndefined()
    })

    it('refuses to write under an invalid key', async () => {
      for (const key of ['', '../secret', `${'a'.repeat(64)}/b`])
        await expect(storage.write(key, new Uint8Array([1]))).rejects.toThrow('invalid image key')
    })

    it('has space', async () => {
      expect(await storage.hasSpace()).toBe(true)
    })
  })
}

async function createImage(background: string, width = 64) {
  const image = sharp({ create: { width, height: 48, channels: 3, background } })
  const bytes = new Uint8Array(await image.webp().toBuffer())
  return { key: createHash('sha256').update(bytes).digest('hex'), bytes }
}
