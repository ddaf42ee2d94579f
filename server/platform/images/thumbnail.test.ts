import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { encodeImage } from './image-program.ts'

type Colour = { r: number; g: number; b: number; alpha: number }

/** An image with one colour in the upper half and another in the lower. */
async function halves(above: Colour, below: Colour) {
  const half = (background: Colour) =>
    ({ create: { width: 400, height: 150, channels: 4, background } }) as const
  return sharp({ create: { width: 400, height: 300, channels: 4, background: below } })
    .composite([{ input: await sharp(half(above)).png().toBuffer(), top: 0, left: 0 }])
    .png()
    .toBuffer()
}

const forest = { r: 15, g: 81, b: 50, alpha: 1 }
const marigold = { r: 224, g: 165, b: 38, alpha: 1 }
async function getColours(file: Buffer) {
  const image = await encodeImage(file)
  if (typeof image === 'string') throw new Error(image)
  return image.placeholder?.match(/../g)?.map((hex) => parseInt(hex, 16))
}

describe('the placeholder of an image', () => {
  it("has the image's colours in their positions", async () => {
    const colours = (await getColours(await halves(forest, marigold))) ?? []
    expect(colours).toHaveLength(36)
    for (const [at, colour] of [
      [0, forest],
      [33, marigold],
    ] as const)
      for (const [channel, light] of [colour.r, colour.g, colour.b].entries())
        expect(Math.abs((colours[at + channel] ?? -99) - light)).toBeLessThan(9)
  })

  it('is missing for a transparent image', async () => {
    expect(await getColours(await halves(forest, { ...marigold, alpha: 0.2 }))).toBeUndefined()
  })
})
