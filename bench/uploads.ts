// What taking a picture costs: node bench/uploads.ts. Processor time of a whole upload of 5 MB against sharp alone making the same WebP.
import { join } from 'node:path'

import sharp from 'sharp'

import { openDatabase } from '#server/database/database.ts'
import { diskImages } from '#server/images/disk-images.ts'
import { openPictures, type Pictures } from '#server/images/pictures.ts'
import { imageWidths, imageMaxBytes } from '#shared/image.ts'
import { ada, createPerson } from '#test/people.ts'

import { benchPostgres } from './bench-postgres.ts'
import { median } from './rates.ts'

const rounds = 9
const hourMs = 3_600_000
const widest = Math.max(...imageWidths)

await using postgres = await benchPostgres()
await using database = openDatabase(postgres.connection, { onIdleError: () => {} })
await createPerson(database, ada)
let hours = 0
const pictures = openPictures({
  database,
  images: diskImages(join(postgres.dataDir, 'images')),
  // So much from one person would be refused within the hour.
  now: () => new Date(Date.now() + hours++ * hourMs),
})
await compare(pictures)

async function compare(pictures: Pictures) {
  const took: { whole: number[]; alone: number[] } = { whole: [], alone: [] }
  for (let round = 0; round < rounds; round++) {
    const file = await photograph()
    took.whole.push(await cpuMsOf(() => pictures.add(ada.uid, file)))
    took.alone.push(await cpuMsOf(() => encodeAlone(file)))
  }
  const [whole, alone] = [median(took.whole), median(took.alone)]
  const figures = `${whole.toFixed(0)} ms, sharp alone ${alone.toFixed(0)} ms`
  console.log(
    `processor time of a picture: ${figures}  ratio ${(whole / alone).toFixed(2)} (goal 1.10)`,
  )
}

/** Grainy, so that it is as large as a file may be. */
async function photograph(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = { width: 3900, height: 2925, channels: 3, background: '#888', noise } as const
  const file = await sharp({ create }).jpeg({ quality: 82 }).toBuffer()
  if (file.length > imageMaxBytes || file.length < imageMaxBytes * 0.8)
    throw new Error(`a photograph of ${file.length} bytes measures something else`)
  return file
}

function encodeAlone(file: Buffer) {
  return sharp(file)
    .autoOrient()
    .resize({ width: widest, height: 2 * widest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 4 })
    .toBuffer()
}

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
