import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { encodeImage } from './encode-image.ts'

type Colour = { r: number; g: number; b: number; alpha: number }

/** One half of a colour above another one. */
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
const coloursOf = async (file: Buffer) =>
  (await encodeImage(file))?.standIn?.match(/../g)?.map((hex) => parseInt(hex, 16))

describe('the stand-in of a picture', () => {
  it('has its colours where they are', async () => {
    const colours = (await coloursOf(await halves(forest, marigold))) ?? []
    expect(colours).toHaveLength(36)
    for (const [at, colour] of [
      [0, forest],
      [33, marigold],
    ] as const)
      for (const [channel, light] of [colour.r, colour.g, colour.b].entries())
        expect(Math.abs((colours[at + channel] ?? -99) - light)).toBeLessThan(9)
  })

  it('is missing where it would shine through', async () => {
    expect(await coloursOf(await halves(forest, { ...marigold, alpha: 0.2 }))).toBeUndefined()
  })
})
