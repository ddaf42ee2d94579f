import sharp from 'sharp'

/** A word or number on a photographed paper: its shape as 64 bits, its middle, half of its length, and its angle. */
export type PaperWord = { hash: string; x: number; y: number; reach: number; angle: number }

/** All lengths are pixels of a picture whose longer side has so many. */
const side = 1_000
const maxWords = 160
const lightRadius = 12
const minContrast = 10
const minPixels = 20
const minLength = 1.4
/** A grid of columns and rows over the word, with samples in each cell. Four columns are a band of the hash. */
const grid = { columns: 16, rows: 4, samples: 3 }

/**
 * The largest words on a picture. They are found by their darkness against what is around them, and their own axes are the frame of the
 * hash, so that light, size, angle and place of the paper change little.
 */
export async function findPaperWords(bytes: Uint8Array): Promise<PaperWord[]> {
  const { data, info } = await sharp(bytes)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width: side, height: side, fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const blur = (pixels: Uint8Array, radius: number) =>
    sharp(pixels, { raw: { width, height, channels: 1 } })
      .blur(Math.max(0.5, radius))
      .extractChannel(0)
      .raw()
      .toBuffer()
  const light = await blur(data, lightRadius)
  const ink = data.map((value, at) => (value < (light[at] ?? 0) - minContrast ? 255 : 0))
  const letters = findBlobs(ink, width).map(({ reach, half }) => Math.min(reach, 3 * half))
  const letter = 2 * (letters.toSorted((one, other) => one - other)[letters.length >> 1] ?? 5)
  // Letters of one word grow together, words stay apart.
  const joined = await blur(ink, 0.22 * letter)
  const soft = await blur(ink, 0.06 * letter)
  return findBlobs(
    joined.map((value) => (value > 38 ? 255 : 0)),
    width,
  )
    .filter(({ pixels, reach, half }) => pixels > minPixels && reach > minLength * half)
    .toSorted((one, other) => other.pixels - one.pixels)
    .slice(0, maxWords)
    .map((blob) => {
      const { x, y, reach, angle } = blob
      return { hash: hashBlob(soft, { width, height }, blob), x, y, reach, angle }
    })
}

type Blob = Omit<PaperWord, 'hash'> & { pixels: number; half: number }

/** The connected parts of what is not zero, with the rectangle of the same spread. */
function findBlobs(mask: Uint8Array, width: number): Blob[] {
  const left = Uint8Array.from(mask)
  const blobs: Blob[] = []
  for (let start = 0; start < left.length; start++) {
    if (!left[start]) continue
    const waiting = [start]
    left[start] = 0
    let [pixels, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      pixels += 1
      sumX += x
      sumY += y
      sumXX += x * x
      sumYY += y * y
      sumXY += x * y
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width])
        if (left[next]) {
          left[next] = 0
          waiting.push(next)
        }
    }
    if (pixels < 6) continue
    const [x, y] = [sumX / pixels, sumY / pixels]
    const [xx, yy, xy] = [sumXX / pixels - x * x, sumYY / pixels - y * y, sumXY / pixels - x * y]
    const spread = Math.hypot((xx - yy) / 2, xy)
    const toHalf = (variance: number) => Math.sqrt(3 * Math.max(variance, 0.08))
    const [reach, half] = [toHalf((xx + yy) / 2 + spread), toHalf((xx + yy) / 2 - spread)]
    blobs.push({ pixels, x, y, reach, half, angle: Math.atan2(2 * xy, xx - yy) / 2 })
  }
  return blobs
}

type Size = { width: number; height: number }

/** A bit for each cell of the grid that has more ink than the average, column by column. */
function hashBlob(ink: Uint8Array, { width, height }: Size, { x, y, reach, half, angle }: Blob) {
  const { columns, rows, samples } = grid
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const cells = Array.from({ length: columns * rows }, (_, cell) => {
    let sum = 0
    for (let sample = 0; sample < samples * samples; sample++) {
      const column = Math.floor(cell / rows) * samples + (sample % samples)
      const row = (cell % rows) * samples + Math.floor(sample / samples)
      const along = (((column + 0.5) / (columns * samples)) * 2 - 1) * reach
      const across = (((row + 0.5) / (rows * samples)) * 2 - 1) * half
      const atX = Math.min(width - 1, Math.max(0, Math.round(x + along * cos - across * sin)))
      const atY = Math.min(height - 1, Math.max(0, Math.round(y + along * sin + across * cos)))
      sum += ink[atY * width + atX] ?? 0
    }
    return sum
  })
  const mean = cells.reduce((sum, cell) => sum + cell, 0) / cells.length
  return cells.map((cell) => (cell > mean ? '1' : '0')).join('')
}
