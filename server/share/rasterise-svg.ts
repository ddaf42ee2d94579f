import { buffer } from 'node:stream/consumers'

import sharp from 'sharp'

/**
 * Turns the SVG on its standard input into a PNG on its standard output. A program of its own: the server's process never reads SVG
 * (images/encode-picture.ts blocks it for good).
 */
const svg = await buffer(process.stdin)
process.stdout.write(
  await sharp(svg, { limitInputPixels: 2_000_000 }).png({ palette: true }).toBuffer(),
)
