import { buffer } from 'node:stream/consumers'

import sharp from 'sharp'

/** Converts SVG on standard input to PNG on standard output. A separate program, because images/encode-image.ts blocks SVG in the server. */
const svg = await buffer(process.stdin)
process.stdout.write(
  await sharp(svg, { limitInputPixels: 2_000_000 }).png({ palette: true }).toBuffer(),
)
