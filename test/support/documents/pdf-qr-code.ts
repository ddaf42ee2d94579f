import { inflateSync } from 'node:zlib'

import decoder from 'jsqr'

// The package is CommonJS, whose types name the function `default`.
const decode = decoder as unknown as typeof decoder.default

/** Paints the filled rectangles of the page and reads the picture with a decoder that is not the encoder's. */
export function readPdfQrCode(pdf: Buffer): string | undefined {
  const scale = 4
  const [width, height] = [600 * scale, 850 * scale]
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [x, y, w, h] of readSquares(pdf))
    for (let row = Math.round(y * scale); row < Math.round((y + h) * scale); row++)
      for (let column = Math.round(x * scale); column < Math.round((x + w) * scale); column++)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return decode(pixels, width, height)?.data
}

/** The dark modules: rectangles that are not the photo's or the code's background. */
function readSquares(pdf: Buffer): [number, number, number, number][] {
  const content = [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .map(([, bytes = '']) => inflate(Buffer.from(bytes, 'latin1')))
    .find((stream) => / re\n/.test(stream) && / Tm\n/.test(stream))
  return [...(content ?? '').matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)]
    .map(([, ...numbers]) => numbers.map(Number) as [number, number, number, number])
    .filter(([, , side]) => side < 20)
}

function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}
