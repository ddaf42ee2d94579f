// Processor time of a 5 MB upload: node bench/uploads.ts. The reference is sharp encoding the same WebP.
import { join } from 'node:path'

import sharp from 'sharp'

import { openDatabase } from '#server/platform/database/database.ts'
import { diskImageStorage } from '#server/platform/images/disk-storage.ts'
import { openImages, type Images } from '#server/platform/images/images.ts'
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
const images = openImages({
  database,
  storage: diskImageStorage(join(postgres.dataDir, 'images')),
  // One upload per hour stays within the user's rate limit.
  now: () => new Date(Date.now() + hours++ * hourMs),
})
await compare(images)

async function compare(images: Images) {
  const took: { whole: number[]; alone: number[] } = { whole: [], alone: [] }
  for (let round = 0; round < rounds; round++) {
    const file = await createPhoto()
    took.whole.push(await measureCpuMs(() => images.add(ada.uid, file)))
    took.alone.push(await measureCpuMs(() => encodeWithSharp(file)))
  }
  const [whole, alone] = [median(took.whole), median(took.alone)]
  const figures = `${whole.toFixed(0)} ms, sharp alone ${alone.toFixed(0)} ms`
  console.log(`CPU time per upload: ${figures}  ratio ${(whole / alone).toFixed(2)} (goal 1.10)`)
}

/** Noise makes the file about as large as allowed. */
async function createPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = { width: 3900, height: 2925, channels: 3, background: '#888', noise } as const
  const file = await sharp({ create }).jpeg({ quality: 82 }).toBuffer()
  if (file.length > imageMaxBytes || file.length < imageMaxBytes * 0.8)
    throw new Error(`unexpected photo size: ${file.length} bytes`)
  return file
}

function encodeWithSharp(file: Buffer) {
  return sharp(file)
    .autoOrient()
    .resize({ width: widest, height: 2 * widest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 4 })
    .toBuffer()
}

async function measureCpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
