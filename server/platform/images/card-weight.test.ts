import { randomBytes } from 'node:crypto'

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { imageFormats, imageWidths } from '#shared/image.ts'

import { encodeImage, resizeImage } from './image-program.ts'

/** Every pixel differs from its neighbours, which no format compresses. */
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()

const cardWidths = imageWidths.filter((width) => width <= 640)

describe.each([
  ['a landscape', 1600, 1000],
  ['a portrait', 1000, 2000],
  ['a panorama', 3200, 400],
])('a copy for cards of %s of noise', async (_kind, width, height) => {
  const stored = await encodeImage(await noise(width, height))
  if (typeof stored === 'string') throw new Error('not encoded')

  it.each(imageFormats)(
    'has at most 60 kB as %s, in the proportions of the picture',
    async (format) => {
      for (const served of cardWidths) {
        const copy = await resizeImage(stored.bytes, served, format)
        expect(copy.length).toBeLessThanOrEqual(60_000)
        const size = await sharp(copy).metadata()
        expect(size.width / size.height).toBeCloseTo(width / height, 0)
      }
    },
  )
})

it('keeps the full quality and width of a copy that is light enough', async () => {
  const plain = await sharp({
    create: { width: 1200, height: 800, channels: 3, background: '#0f5132' },
  })
    .png()
    .toBuffer()
  expect(await sharp(await resizeImage(plain, 640, 'webp')).metadata()).toMatchObject({
    width: 640,
    height: 427,
  })
})
