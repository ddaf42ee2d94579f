import { buffer } from 'node:stream/consumers'

import sharp from 'sharp'

/**
 * Converts SVG on standard input to JPEG on standard output, with the first quality that takes at most as many bytes as the
 * argument says. A program of its own, because images/encode-image.ts blocks SVG.
 */
const maxBytes = Number(process.argv[2])
const qualities = [82, 64, 40, 15]

const pixels = await sharp(await buffer(process.stdin), { limitInputPixels: 2_200_000 })
  .flatten()
  .removeAlpha()
  .raw()
  .toBuffer({ resolveWithObject: true })
const { width, height, channels } = pixels.info
for (const quality of qualities) {
  const jpeg = await sharp(pixels.data, { raw: { width, height, channels } })
    .jpeg({ quality, progressive: true })
    .toBuffer()
  if (jpeg.length > maxBytes && quality !== qualities.at(-1)) continue
  process.stdout.write(jpeg)
  break
}
