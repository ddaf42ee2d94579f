import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { imageSchema } from '#shared/image-schema.ts'
import { invalid } from '#shared/text/invalid.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  visitor,
  type Person,
} from '#test/support/people/people.ts'
import {
  testImage,
  hugePng,
  photo,
  jpeg,
  phoneJpeg,
  png,
  webp,
} from '#test/support/campaigns/image-files.ts'

const { database, people } = await freshDatabase({ owner: ada })
const { owner } = people
const { app, content, folder } = await openCampaignApp(database)

async function upload(
  bytes: Uint8Array<ArrayBufferLike> | string,
  { who = owner, type = 'image/jpeg', name = 'well.jpg', field = 'file' }: Partial<Sent> = {},
) {
  const body = new FormData()
  body.append(field, new File([bytes as Uint8Array<ArrayBuffer>], name, { type }))
  return as(app, who)('/api/images', { method: 'POST', body })
}
type Sent = { who: Person | typeof visitor; type: string; name: string; field: string }

async function parseImage(response: Response) {
  expect(response.status).toBe(201)
  return z.parse(imageSchema, await response.json())
}

/** The response and the number of stored uploads. */
async function outcome(response: Response) {
  return {
    status: response.status,
    body: (await response.json()) as unknown,
    uploads: await countUploads(),
  }
}

const refusal = (message: string) => ({
  status: 400,
  body: { error: { code: 'invalid-input', message, fields: { file: [message] } } },
  uploads: 0,
})

async function countUploads() {
  const row = await database.row(
    z.object({ count: z.int() }),
    sql`select count(*) as count from image_upload`,
  )
  return row?.count
}

const readStored = (id: string) => readFileSync(join(folder, id.slice(0, 2), id))

const half = (file: Buffer) => file.subarray(0, file.length / 2)

describe('POST /api/images', () => {
  it.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp],
  ])('stores an %s as WebP with its size', async (type, make) => {
    const image = await parseImage(await upload(await make(), { type }))

    expect(image).toMatchObject({ width: 400, height: 250 })
    expect(await sharp(readStored(image.id)).metadata()).toMatchObject({
      format: 'webp',
      width: 400,
      height: 250,
    })
  })

  it('identifies an image by its content, so the same one is stored once', async () => {
    const first = await parseImage(await upload(await jpeg(1)))
    const again = await parseImage(await upload(await jpeg(1)))
    const other = await parseImage(await upload(await jpeg(99)))

    expect(again.id).toBe(first.id)
    expect(other.id).not.toBe(first.id)
    expect(await countUploads()).toBe(2)
  })

  it('detects the format by the bytes, not by name and type', async () => {
    const disguised = { type: 'image/jpeg', name: '../../etc/x.html' }
    expect((await upload(await png(), disguised)).status).toBe(201)
    const reversed = { type: 'image/svg+xml', name: 'a\u202Egpj.exe' }
    expect((await upload(await jpeg(), reversed)).status).toBe(201)
  })

  it('turns a phone’s photo upright and removes its location', async () => {
    const sent = await phoneJpeg()
    expect((await sharp(sent).metadata()).exif).toBeDefined()
    const image = await parseImage(await upload(sent))

    expect(image).toMatchObject({ width: 400, height: 600 })
    const file = readStored(image.id)
    const { exif, icc, xmp, iptc, orientation } = await sharp(file).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
    expect(file.toString('latin1')).not.toMatch(/PhoneMaker|SerialNumber/)
  })

  it('stores no image wider than the largest served width', async () => {
    const image = await parseImage(await upload(await testImage(3000, 1500).jpeg().toBuffer()))
    expect(image).toMatchObject({ width: 1600, height: 800 })
  })

  it('refuses a request without a file', async () => {
    expect(await outcome(await upload('', {}))).toMatchObject(refusal(invalid.imageMissing))
    expect(await outcome(await upload(await jpeg(), { field: 'image' }))).toMatchObject(
      refusal(invalid.imageMissing),
    )
    const body = new FormData()
    body.append('file', 'not a file')
    expect(
      await outcome(await as(app, owner)('/api/images', { method: 'POST', body })),
    ).toMatchObject(refusal(invalid.imageMissing))
  })

  it('refuses a file with another declared type', async () => {
    for (const type of ['text/html', 'application/pdf', 'video/mp4'])
      expect(await outcome(await upload(await jpeg(), { type }))).toMatchObject(
        refusal(invalid.imageNotImage),
      )
  })

  it('decides by the content what a file without a type is', async () => {
    expect((await upload(await jpeg(), { type: '', name: 'a.pdf' })).status).toBe(201)
    const part = (name: string, bytes: Uint8Array) =>
      Buffer.concat([
        Buffer.from(
          `--boundary\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
        ),
        bytes,
        Buffer.from('\r\n--boundary--\r\n'),
      ])
    const send = (body: Uint8Array<ArrayBuffer>) =>
      as(app, owner)('/api/images', {
        method: 'POST',
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=boundary' },
      })
    expect((await send(part('a.pdf', await jpeg(1)))).status).toBe(201)
    expect(await (await send(part('a.jpg', Buffer.from('%PDF-1.7')))).json()).toMatchObject(
      refusal(invalid.imageNotImage).body,
    )
  })

  it.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['half a JPEG', invalid.imageCut, async () => half(await jpeg())],
    ['half a PNG', invalid.imageCut, async () => half(await png())],
    ['half a WebP', invalid.imageCut, async () => half(await webp())],
    ['a PNG of 256 megapixels', invalid.imagePixels, () => hugePng(16_000, 16_000)],
    ['a strip of 24,000 by 100 pixels', invalid.imageWide, () => hugePng(24_000, 100)],
    ['a strip of 100 by 24,000 pixels', invalid.imageTall, () => hugePng(100, 24_000)],
    ['a progressive JPEG of 48 megapixels', invalid.imagePixels, () => photo(8_000, 6_000, true)],
    ['HEIC', invalid.imageHeic, () => Buffer.from('000000186674797068656963', 'hex')],
  ])('says why it refuses %s', async (_name, message, make) => {
    expect(await outcome(await upload(await make()))).toMatchObject(refusal(message))
  })

  it('accepts a JPEG of 108 megapixels', async () => {
    const response = await upload(await photo(12_000, 9_000))
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ width: 1600, height: 1200 })
  })

  it.each([2, 2_000])(
    'accepts a JPEG without its last %d bytes, with a warning',
    async (missing) => {
      const response = await upload((await jpeg()).subarray(0, -missing))
      expect(response.status).toBe(201)
      expect(await response.json()).toMatchObject({ isCut: true })
    },
  )

  it('refuses other media types, a broken body and two files', async () => {
    const send = (body: FormData | Uint8Array, headers: Record<string, string> = {}) =>
      as(app, owner)('/api/images', { method: 'POST', body, headers })
    const two = new FormData()
    for (const name of ['a.jpg', 'b.jpg'])
      two.append('file', new File([await jpeg()], name, { type: 'image/jpeg' }))

    expect((await send(await jpeg(), { 'content-type': 'image/jpeg' })).status).toBe(415)
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await send(Buffer.from('--y\r\n'), broken)).status).toBe(400)
    const start = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n'
    for (const rest of ['abc', 'abc\r\n--x', 'abc\r\n--x-', 'abc--x--'])
      expect((await send(Buffer.from(start + rest), broken)).status).toBe(400)
    expect((await send(two)).status).toBe(400)
    expect(await countUploads()).toBe(0)
  })

  it('refuses more than 40 uploads per person and hour', async () => {
    await database.run(
      sql`insert into image (id, width, height, size_bytes, created_at)
        select lpad(to_hex(n), 64, '0'), 1, 1, 1, now() from generate_series(1, 40) n`,
    )
    await database.run(
      sql`insert into image_upload (image_id, owner_uid, created_at) select id, ${ada.uid}, now() from image`,
    )
    const response = await upload(await jpeg())

    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('3600')
    expect(await countUploads()).toBe(40)
  })
})

describe('GET /images/:id', () => {
  it('serves a width as WebP, cacheable forever and without scripts', async () => {
    const image = await parseImage(await upload(await jpeg()))
    await insertCampaignBy(content, ada, 'approved', { images: [image] })
    const response = await as(app, visitor)(`/images/${image.id}?w=320`)

    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
      format: 'webp',
      width: 320,
      height: 200,
    })
  })

  it('serves a picture for everyone once a published campaign shows it, also after its end', async () => {
    const image = await parseImage(await upload(await jpeg()))
    const get = (who: Person | typeof visitor) => as(app, who)(`/images/${image.id}?w=320`)
    const reviewer = await createPerson(database, chidi)
    const readers = [owner, reviewer, await createPerson(database, bola), visitor]
    const statuses = async () => (await Promise.all(readers.map(get))).map(({ status }) => status)
    expect(await statuses()).toEqual([200, 200, 404, 404])
    expect((await get(owner)).headers.get('cache-control')).toMatch(/^private/)
    const { id } = await insertCampaignBy(content, ada, 'approved', { images: [image] })
    await content.changeCampaign(id, { to: 'ended' })
    expect(await statuses()).toEqual([200, 200, 200, 200])
  })

  it('never enlarges', async () => {
    const { id } = await parseImage(await upload(await jpeg()))
    const response = await as(app, owner)(`/images/${id}?w=1600`)
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 400 })
  })

  it('refuses every width that it does not serve', async () => {
    const { id } = await parseImage(await upload(await jpeg()))
    for (const query of ['', '?w=', '?w=321', '?w=0', '?w=-160', '?w=1e9', '?w=320px', '?w=abc'])
      expect([query, (await as(app, owner)(`/images/${id}${query}`)).status]).toEqual([query, 400])
  })

  it('responds with 404 for unknown and hostile names', async () => {
    const { id } = await parseImage(await upload(await jpeg()))
    for (const name of [
      '0'.repeat(64),
      id.toUpperCase(),
      `${id}-320`,
      '..%2f..%2fetc%2fpasswd',
      '%00',
    ])
      expect((await as(app, owner)(`/images/${name}?w=320`)).status).toBe(404)
  })
})
