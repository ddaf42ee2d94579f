import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { purgeDocuments } from '#server/campaigns/documents/documents.ts'
import { parseUpload } from '#server/platform/http/request-body.ts'
import { diskImageStorage } from '#server/platform/images/disk-storage.ts'
import { fileQueue } from '#server/platform/images/image-program.ts'
import {
  documentListSchema,
  documentMaxBytes,
  documentSchema,
  publicDocumentsSchema,
} from '#shared/document.ts'
import { invalid } from '#shared/text/invalid.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import {
  approvalReason,
  campaignForm,
  insertCampaignBy,
} from '#test/support/campaigns/campaigns.ts'
import { hugePng, jpeg } from '#test/support/campaigns/image-files.ts'
import { pdf } from '#test/support/documents/pdf-files.ts'
import {
  ada,
  as,
  bola,
  chidi,
  testOrigin,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

const { database, people } = await freshDatabase({ owner: ada, stranger: bola, reviewer: chidi })
const { owner, stranger, reviewer } = people
const { app, content, folder, history, addPicture } = await openCampaignApp(database)
const documentFolder = join(folder, '..', 'documents')
/** Checking it starts no process, as checking a PDF does. */
const picture = await jpeg()

type Actor = Person | typeof visitor

function upload(who: Actor, bytes: Uint8Array, { to = '/api/documents', name = 'bill.pdf' } = {}) {
  const body = new FormData()
  body.append('file', new File([new Uint8Array(bytes)], name))
  return as(app, who)(to, { method: 'POST', body })
}
const toCampaign = (id: string) => ({ to: `/api/campaigns/${id}/documents` })
const parse = async (response: Response) => z.parse(documentSchema, await response.json())
const list = async (who: Actor, path = '/api/documents') =>
  z.parse(documentListSchema, await (await as(app, who)(path)).json()).documents
const download = (who: Actor, id: string) => as(app, who)(`/api/documents/${id}/file`)

async function getMessage(response: Response) {
  const body = (await response.json()) as { error: { fields?: { file?: string[] } } }
  return body.error.fields?.file?.[0]
}

const purge = (hours = 0) =>
  purgeDocuments({
    database,
    documentStorage: diskImageStorage(documentFolder),
    now: () => new Date(Date.now() + hours * 3_600_000),
  })
const countFiles = () =>
  existsSync(documentFolder)
    ? readdirSync(documentFolder, { recursive: true, withFileTypes: true }).filter((file) =>
        file.isFile(),
      ).length
    : 0

async function submitCampaign() {
  const { id } = await addPicture(owner.uid)
  const response = await as(app, owner)('/api/campaigns', {
    method: 'POST',
    body: campaignForm([{ id, alt: '' }]),
    headers: { 'idempotency-key': `key-${Math.random()}` },
  })
  expect(response.status).toBe(201)
  return z.parse(z.object({ campaign: z.object({ id: z.string() }) }), await response.json())
    .campaign.id
}

describe('documents of a draft', () => {
  it('are stored encrypted and downloaded as they were', async () => {
    const bytes = pdf()
    const document = await parse(await upload(owner, bytes, { name: '../Hospital bill №1.pdf' }))
    expect(document).toMatchObject({ name: 'Hospital bill 1.pdf', type: 'application/pdf' })
    expect(await list(owner)).toEqual([document])

    const [file] = readdirSync(documentFolder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    )
    const stored = readFileSync(join(file?.parentPath ?? '', file?.name ?? ''))
    expect(stored.toString('latin1')).not.toContain('%PDF')

    const response = await download(owner, document.id)
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array(bytes))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; /),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
  })

  it('go with the campaign that the draft turns into', async () => {
    const { id } = await parse(await upload(owner, picture))
    const campaignId = await submitCampaign()
    expect(await list(owner)).toEqual([])
    expect(await list(reviewer, `/api/campaigns/${campaignId}/documents`)).toMatchObject([{ id }])
    expect((await download(reviewer, id)).status).toBe(200)
  })

  it('are deleted with the draft, and their files are purged', async () => {
    const { id } = await parse(await upload(owner, picture))
    const files = countFiles()
    await as(app, owner)('/api/draft', { method: 'DELETE' })
    expect((await download(owner, id)).status).toBe(404)
    expect(await purge()).toBe(1)
    expect(countFiles()).toBe(files - 1)
    expect(await database.rows(z.object({}), sql`select from campaign_document`)).toEqual([])
  })

  it('stay with a saved draft and are purged a day after an upload without one', async () => {
    const { id } = await parse(await upload(owner, picture))
    expect(await purge(23)).toBe(0)
    await as(app, owner)('/api/draft', { method: 'PUT', body: { values: {}, tab: 1 } })
    expect(await purge(25)).toBe(0)
    expect((await download(owner, id)).status).toBe(200)
    await database.run(sql`delete from campaign_draft`)
    expect(await purge(25)).toBe(1)
    expect((await download(owner, id)).status).toBe(404)
  })
})

describe('documents of a submitted campaign', () => {
  it('are added and removed while it waits, and its history says so', async () => {
    const { id } = await insertCampaignBy(content, ada, 'pending')
    const document = await parse(
      await upload(owner, await jpeg(), { ...toCampaign(id), name: 'a.JPG' }),
    )
    expect(document).toMatchObject({ name: 'a.webp', type: 'image/webp' })
    const path = `/api/documents/${document.id}`
    expect((await as(app, owner)(path, { method: 'DELETE' })).status).toBe(204)
    expect((await history.list(id)).map(({ event }) => event)).toEqual([
      'document-add',
      'document-remove',
    ])
    expect(await list(owner, `/api/campaigns/${id}/documents`)).toEqual([])
  })

  it('stay once the campaign is approved', async () => {
    const { id } = await insertCampaignBy(content, ada, 'pending')
    const document = await parse(await upload(owner, picture, toCampaign(id)))
    await as(app, reviewer)(`/api/reviews/${id}/approve`, {
      method: 'POST',
      body: { version: 1, reason: approvalReason },
    })
    const response = await as(app, owner)(`/api/documents/${document.id}`, { method: 'DELETE' })
    expect(response.status).toBe(409)
    expect((await download(reviewer, document.id)).status).toBe(200)
    expect((await upload(owner, picture, toCampaign(id))).status).toBe(201)
  })

  it('cannot be added to a cancelled one, and leave nothing behind', async () => {
    const files = countFiles()
    const cancelled = await insertCampaignBy(content, ada, 'cancelled')
    expect((await upload(owner, picture, toCampaign(cancelled.id))).status).toBe(409)
    await purge()
    expect(countFiles()).toBe(files)
  })

  it('are deleted with the campaign', async () => {
    const { id } = await insertCampaignBy(content, ada, 'pending')
    const document = await parse(await upload(owner, picture, toCampaign(id)))
    await as(app, owner)(`/api/campaigns/${id}`, { method: 'DELETE' })
    expect((await download(reviewer, document.id)).status).toBe(404)
    expect(await purge()).toBe(1)
  })
})

describe('a published document', () => {
  const publish = (who: Actor, id: string, isPublished = true) =>
    as(app, who)(`/api/documents/${id}/publication`, { method: 'PUT', body: { isPublished } })
  const listPublic = async (campaignId: string) => {
    const response = await as(app, visitor)(`/api/campaigns/${campaignId}/public-documents`)
    return response.status === 200
      ? z.parse(publicDocumentsSchema, await response.json()).documents
      : response.status
  }
  const review = (id: string, action: string, body: object) =>
    as(app, reviewer)(`/api/reviews/${id}/${action}`, { method: 'POST', body })
  const statuses = (id: string) =>
    Promise.all([visitor, stranger].map(async (who) => (await download(who, id)).status))

  it('is public from the approval on, one by one, until the organiser hides it', async () => {
    const { id } = await insertCampaignBy(content, ada, 'pending')
    const bill = await parse(await upload(owner, picture, toCampaign(id)))
    const letter = await parse(await upload(owner, picture, toCampaign(id)))
    expect((await publish(owner, bill.id)).status).toBe(204)
    expect([await listPublic(id), await statuses(bill.id)]).toEqual([404, [404, 404]])
    expect(await list(reviewer, `/api/campaigns/${id}/documents`)).toMatchObject([
      { id: bill.id, isPublished: true, isReviewed: false },
      { id: letter.id, isPublished: false },
    ])

    await review(id, 'approve', { version: 2, reason: approvalReason })
    const { name, type, sizeBytes } = bill
    expect(await listPublic(id)).toEqual([{ id: bill.id, name, type, sizeBytes }])
    expect(await statuses(bill.id)).toEqual([200, 200])
    expect((await download(visitor, bill.id)).headers.get('content-disposition')).toMatch(
      /^attachment; /,
    )
    expect(await statuses(letter.id)).toEqual([404, 404])

    expect((await publish(owner, bill.id, false)).status).toBe(204)
    expect([await listPublic(id), await statuses(bill.id)]).toEqual([[], [404, 404]])
  })

  it('stays with reviewers if it was added after the approval', async () => {
    const { id } = await insertCampaignBy(content, ada, 'approved')
    const late = await parse(await upload(owner, picture, toCampaign(id)))
    await publish(owner, late.id)
    expect([await listPublic(id), await statuses(late.id)]).toEqual([[], [404, 404]])
  })

  it('is hidden with its campaign', async () => {
    const { id } = await insertCampaignBy(content, ada, 'pending')
    const bill = await parse(await upload(owner, picture, toCampaign(id)))
    await publish(owner, bill.id)
    await review(id, 'approve', { version: 1, reason: approvalReason })
    expect(await statuses(bill.id)).toEqual([200, 200])
    await content.changeCampaign(id, { to: 'taken-down' })
    expect([await listPublic(id), await statuses(bill.id)]).toEqual([410, [404, 404]])
  })
})

describe('an upload', () => {
  it('is refused after five documents, also when seven arrive at once', async () => {
    // One account's fifth request at a time waits for two seconds, and is answered 503 then.
    const uploadWhenFree = async (): Promise<Response> => {
      const response = await upload(owner, picture)
      return response.status === 503 ? uploadWhenFree() : response
    }
    const responses = await Promise.all(Array.from({ length: 7 }, uploadWhenFree))
    expect(responses.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 201, 201, 201, 201, 400, 400,
    ])
    const refused = responses.find(({ status }) => status === 400) as Response
    expect(await getMessage(refused)).toBe(invalid.tooManyDocuments)
    expect(await list(owner)).toHaveLength(5)
    // Before its content is read.
    const broken = await upload(owner, pdf().subarray(0, 100))
    expect(await getMessage(broken)).toBe(invalid.tooManyDocuments)
  })

  it.each(['/api/documents', '/api/images'])(
    'to %s waits while another file is read',
    async (to) => {
      const read = Promise.withResolvers<void>()
      const reading = fileQueue('another', () => read.promise)
      const sent = upload(owner, picture, { to })
      expect(await Promise.race([sent, setTimeout(1_000, 'waits')])).toBe('waits')
      read.resolve()
      await reading
      expect((await sent).status).toBe(201)
    },
  )

  it('of one account is read before the rest of another’s', async () => {
    const read = Promise.withResolvers<void>()
    const reading = fileQueue('another', () => read.promise)
    const order: string[] = []
    const send = async (who: Person, name: string) => {
      await upload(who, picture)
      order.push(name)
    }
    const many = ['first', 'second', 'third'].map((name) => send(owner, name))
    await setTimeout(500)
    const one = send(stranger, 'one')
    await setTimeout(500)
    read.resolve()
    await Promise.all([reading, ...many, one])
    expect(order.indexOf('one')).toBeLessThan(order.indexOf('third'))
  })

  it('stays where its body was read to', async () => {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(picture)], 'a"b.jpg', { type: 'image/jpeg' }))
    const file = await parseUpload(new Request(testOrigin, { method: 'POST', body }), '')
    expect(file).toMatchObject({ name: 'a"b.jpg', type: 'image/jpeg' })
    expect(Buffer.compare(file.bytes, picture)).toBe(0)
    expect(file.bytes.buffer.byteLength).toBeGreaterThan(picture.length + 100)
  })

  it('accepts 10,000,000 bytes and refuses more', async () => {
    const base = pdf()
    const sized = (size: number) => {
      const filler = `(${'a'.repeat(size - base.length - 17)})`
      return pdf({ objects: [filler] })
    }
    const exact = sized(documentMaxBytes - 40)
    expect(exact.length).toBeLessThanOrEqual(documentMaxBytes)
    expect((await upload(owner, exact)).status).toBe(201)
    // The second one is refused before the whole body is read.
    for (const size of [documentMaxBytes + 1, documentMaxBytes + 500_000])
      expect(await getMessage(await upload(owner, Buffer.alloc(size)))).toBe(invalid.documentSize)
  })

  it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
    [
      'a PDF with a script',
      () => pdf({ catalog: '/OpenAction << /S /JavaScript >>' }),
      invalid.documentActive,
    ],
    ['half a PDF', () => pdf().subarray(0, 100), invalid.documentBroken],
    ['half a picture', async () => (await jpeg()).subarray(0, 5_000), invalid.imageCut],
    ['a picture of 256 megapixels', () => hugePng(16_000, 16_000), invalid.imagePixels],
    ['a wide strip', () => hugePng(24_000, 100), invalid.imageWide],
    ['HEIC', () => Buffer.from('000000186674797068656963', 'hex'), invalid.documentHeic],
    ['a page', () => Buffer.from('<html><script>alert(1)</script>'), invalid.documentType],
    ['an SVG', () => Buffer.from('<svg onload="alert(1)"/>'), invalid.documentType],
    ['a program', () => Buffer.from('MZ\u0090\u0000'), invalid.documentType],
  ])('refuses %s', async (_name, make, message) => {
    const response = await upload(owner, await make())
    expect(response.status).toBe(400)
    expect(await getMessage(response)).toBe(message)
    expect(await list(owner)).toEqual([])
  })
})
