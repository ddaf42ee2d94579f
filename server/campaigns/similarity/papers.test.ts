import { randomUUID } from 'node:crypto'
import { join } from 'node:path'

import sharp from 'sharp'
import { expect, it } from 'vitest'

import { encodeImage, findPaperWords } from '#server/platform/images/image-program.ts'
import { seededRandom } from '#dev/sample-data/seed.ts'
import { testDatabase } from '#test/support/database/database.ts'

import { sql } from '../../platform/database/sql.ts'
import { findSamePapers, saveWords } from './papers.ts'

const { database } = await testDatabase()
/** `npm run test:long` draws 440 receipts and uses 60 of them again. */
const [receipts, reused] = process.env['PAPERS'] ? [440, 60] : [12, 8]
const fontfile = join(import.meta.dirname, '../../money/receipts/fonts/jakarta-regular.ttf')

const shops = ['Mama Ngozi', 'Ife Builders', 'Zaria Stores', 'Unity Pharmacy', 'Royal Ventures']
const goods = (
  'Cement 50kg,Sharp sand,Iron rods 12mm,Roofing sheet,PVC pipe 4in,Pump,Paint 20L,Labour,Transport,Exercise books,School bags,' +
  'Rice 50kg,Beans,Vegetable oil,Paracetamol,Syringes,Drip set,Malaria test,Diesel 25L,Cable 2.5mm,Water tank,Nails 3in,Plywood'
).split(',')
const people =
  'Ada Obi,Bola Ade,Chidi Musa,Dada Okoro,Emeka Bello,Funmi Eze,Garba Sani,Halima Umar'.split(',')

type Receipt = ReturnType<typeof writeReceipt>

/** What stands on the receipt: a fifth of all are of one shop, with its head, columns and foot. */
function writeReceipt(seed: number) {
  const { next } = seededRandom(seed + 1)
  const below = (limit: number) => Math.floor(next() * limit)
  const shop = `${shops[seed % shops.length]} ${seed % 4 === 0 ? '' : (seed % 13) + 2}`.trim()
  const rows = Array.from({ length: 4 + below(9) }, () => {
    const [pieces, price] = [1 + below(12), (1 + below(400)) * 50]
    return { name: goods[below(goods.length)] ?? '', pieces, sum: pieces * price }
  })
  const day = new Date(Date.UTC(2026, 0, 1 + below(360))).toISOString().slice(0, 10)
  const total = rows.reduce((all, { sum }) => all + sum, 0)
  const to = people[below(people.length)]
  return { shop, layout: seed % 3, rows, day, total, number: 10_000 + below(90_000), to }
}

type Line = { text: string; y: number; size: number; left?: number }

async function drawReceipt({ shop, layout, rows, day, total, number, to }: Receipt) {
  const pitch = layout === 1 ? 38 : 32
  const end = 330 + rows.length * pitch
  const lines: Line[] = [
    { text: shop, y: 40, size: layout === 1 ? 34 : 28, left: 40 },
    { text: `${shop.length} Market Road, Ibadan`, y: 92, size: 18, left: 40 },
    { text: 'RECEIPT', y: layout === 2 ? 44 : 140, size: 24, left: layout === 2 ? 420 : 40 },
    { text: `No ${number}`, y: 160, size: 20 },
    { text: `Date ${day}`, y: 200, size: 20, left: 40 },
    { text: `Sold to ${to}`, y: 234, size: 20, left: 40 },
    { text: 'Item', y: 290, size: 18, left: 40 },
    { text: 'Amount', y: 290, size: 18 },
    ...rows.flatMap(({ name, pieces, sum }, at) => [
      { text: name, y: 324 + at * pitch, size: 20, left: 40 },
      { text: String(pieces), y: 324 + at * pitch, size: 20, left: 350 },
      { text: sum.toLocaleString('en'), y: 324 + at * pitch, size: 20 },
    ]),
    { text: 'TOTAL', y: end, size: 24, left: 40 },
    { text: `N${total.toLocaleString('en')}`, y: end, size: 24 },
    { text: 'Goods sold are not returnable. Thank you', y: end + 60, size: 16, left: 40 },
  ]
  const drawn = lines.map(async ({ text, y, size, left }) => {
    const font = `Plus Jakarta Sans ${size}`
    const { data, info } = await sharp({ text: { text, font, fontfile, dpi: 72, rgba: true } })
      .png()
      .toBuffer({ resolveWithObject: true })
    return { input: data, top: y, left: left ?? 560 - info.width }
  })
  const background = { r: 255, g: 255, b: 249 }
  return sharp({ create: { width: 600, height: end + 120, channels: 3, background } })
    .composite(await Promise.all(drawn))
    .png()
    .toBuffer()
}

type Random = ReturnType<typeof seededRandom>['next']

/** The paper on a table: askew, in perspective, unevenly lit, a little out of focus, with noise. */
async function photograph(png: Buffer, next: Random) {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const [width, height] = [info.width + 160, info.height + 160]
  const spread = (size: number) => (next() - 0.5) * size
  const [angle, tiltX, tiltY] = [spread(0.35), spread(0.00035), spread(0.00035)]
  const [shadeX, shadeY, table, scale] = [
    spread(0.12),
    spread(0.12),
    60 + next() * 80,
    0.9 + next() / 4,
  ]
  const pixels = Buffer.alloc(width * height)
  for (let at = 0; at < pixels.length; at++) {
    const [u, v] = [
      ((at % width) - width / 2) * scale,
      (Math.floor(at / width) - height / 2) * scale,
    ]
    const depth = 1 + tiltX * u + tiltY * v
    const x = Math.round((Math.cos(angle) * u - Math.sin(angle) * v) / depth + info.width / 2)
    const y = Math.round((Math.sin(angle) * u + Math.cos(angle) * v) / depth + info.height / 2)
    const isPaper = x >= 0 && y >= 0 && x < info.width && y < info.height
    const light = 0.85 + (shadeX * u) / width + (shadeY * v) / height
    const grey = (isPaper ? (data[y * info.width + x] ?? 0) : table) * light + spread(16)
    pixels[at] = Math.max(0, Math.min(255, grey))
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .blur(0.7)
    .jpeg({ quality: 70 })
    .toBuffer()
}

const background = '#888888'
const changes: Record<string, (png: Buffer, next: Random) => Promise<Buffer>> = {
  'the same, smaller': (png) => sharp(png).resize(480).jpeg({ quality: 80 }).toBuffer(),
  cropped: async (png, next) => {
    const { width, height } = await sharp(png).metadata()
    const [left, top] = [Math.round(width * next() * 0.1), Math.round(height * next() * 0.14)]
    const size = { width: Math.round(width * 0.9), height: Math.round(height * 0.86) }
    return sharp(png)
      .extract({ left, top, ...size })
      .jpeg({ quality: 80 })
      .toBuffer()
  },
  mirrored: (png) => sharp(png).flop().jpeg({ quality: 80 }).toBuffer(),
  rotated: (png, next) =>
    sharp(png)
      .rotate([90, 180, 270, 3, -5, 8, -12][Math.floor(next() * 7)] ?? 0, { background })
      .jpeg()
      .toBuffer(),
  photographed: photograph,
  'of another brightness': (png, next) =>
    sharp(png)
      .linear(next() < 0.5 ? 0.55 : 0.8, next() * 50)
      .jpeg({ quality: 75 })
      .toBuffer(),
  'JPEG of quality 40': (png) => sharp(png).jpeg({ quality: 40 }).toBuffer(),
  'with one digit changed': (png) => sharp(png).jpeg({ quality: 80 }).toBuffer(),
}
const kinds = Object.keys(changes)

/** Records an expense in a campaign of its own. True if its paper is like an earlier one. */
async function record(seed: number, picture: Buffer, { shop, total, day }: Receipt) {
  const image = await encodeImage(picture)
  if (typeof image === 'string') throw new Error(image)
  const [documentId, campaignId] = [randomUUID(), `campaign ${seed}`]
  await database.run(sql`
    insert into campaign_document (id, owner_uid, campaign_id, name, type, size_bytes, digest, file_key, created_at)
    values (${documentId}, 'owner', ${campaignId}, 'receipt', 'image/webp', 1, ${randomUUID()}::text::bytea, ${documentId}, now())`)
  await saveWords(database, { id: documentId, campaignId }, await findPaperWords(image.bytes))
  const spent = { campaignId, documentId, payee: shop, amount: total * 100, day }
  const found = await findSamePapers(database, spent)
  await database.run(sql`
    insert into expense (campaign_id, owner_uid, line, amount_kobo, day, payee, document_id, written_at)
    values (${campaignId}, 'owner', 'Work', ${spent.amount}, ${day}, ${shop}, ${documentId}, now())`)
  return found.map((each) => each.campaignId)
}

it(`finds papers that are used again, and at most one of a hundred others, among ${receipts} receipts of which ${reused} come back`, async () => {
  const alarms: number[] = []
  for (let seed = 0; seed < receipts; seed++) {
    const receipt = writeReceipt(seed)
    if ((await record(seed, await drawReceipt(receipt), receipt)).length > 0) alarms.push(seed)
  }
  const missed: string[] = []
  for (let turn = 0; turn < reused; turn++) {
    const [seed, kind = ''] = [(turn * 7) % receipts, kinds[turn % kinds.length]]
    const first = writeReceipt(seed)
    const isForged = kind === 'with one digit changed'
    const receipt = isForged
      ? { ...first, total: first.total + 1 }
      : { ...first, shop: 'Another', total: turn + 1 }
    const png = await drawReceipt(isForged ? receipt : first)
    const picture = await (changes[kind] ?? photograph)(png, seededRandom(turn + 99).next)
    if (!(await record(1_000 + turn, picture, receipt)).includes(`campaign ${seed}`))
      missed.push(`${kind} ${seed}`)
  }
  const listAbove = (found: unknown[], most: number) => (found.length > most ? found : [])
  expect({
    alarms: listAbove(alarms, receipts / 100),
    missed: listAbove(missed, reused / 20),
  }).toEqual({ alarms: [], missed: [] })
}, 1_800_000)
