import { Hono } from 'hono'
import * as z from 'zod/mini'

import { documentMaxBytes, publicationSchema } from '#shared/document.ts'
import { evidenceListSchema, evidenceResponseSchema } from '#shared/evidence.ts'
import { invalid } from '#shared/text/invalid.ts'
import { imageFormats, imageMaxBytes, imageWidths } from '#shared/image.ts'

import type { StoredDocument } from '../campaigns/documents/document-rows.ts'
import { formatCursor } from '../money/donations/donation-list.ts'
import {
  jsonBody,
  Refused,
  type Env,
  fileError,
  parseInput,
  done,
} from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { parseUpload } from '../platform/http/request-body.ts'
import { sniffImage } from '../platform/images/sniff-image.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import { parsePageCursor } from './page-cursor.ts'
import type { Services } from '../services.ts'
import { imageCacheControl, toImageKey } from '../platform/images/image-storage.ts'

/** /api/documents: the documents of the user's draft, and each document by its id. */
export function documentRoutes({ documents }: Services) {
  return new Hono<Env>()
    .get('/', gate(may.listDraftDocuments, noSubject), async (c) =>
      c.json({ documents: await documents.listOfDraft(toUser(c.var.actor).uid) }),
    )
    .post('/', gate(may.uploadDocument, noSubject), async (c) => {
      const upload = await readUpload(c.req.raw)
      return c.json(await documents.addToDraft(toUser(c.var.actor).uid, upload), 201)
    })
    .get('/:id/file', gate(may.readDocument, documents.find), async (c) => {
      const document = c.var.subject
      const bytes = await documents.read(document)
      if (!bytes) throw new Refused('not-found')
      return c.body(bytes, 200, toFileHeaders(document))
    })
    .put('/:id/publication', gate(may.publishDocument, documents.find), async (c) => {
      const { isPublished } = await jsonBody(c, publicationSchema)
      return done(c, documents.publish(c.var.subject, isPublished))
    })
    .delete('/:id', gate(may.deleteDocument, documents.find), (c) =>
      done(c, documents.delete(c.var.subject)),
    )
}

/** /api/campaigns/:id/documents: the documents of a submitted campaign, and those of a public one that everyone may read. */
export function campaignDocumentRoutes({ documents, content, subjects }: Services) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/documents', gate(may.listCampaignDocuments, find), async (c) =>
      c.json({ documents: await documents.listOfCampaign(c.var.subject.id) }),
    )
    .get('/:id/public-documents', gate(may.readCampaign, subjects.findPublic), async (c) =>
      c.json({ documents: await documents.listPublic(c.var.subject.id) }),
    )
    .post('/:id/documents', gate(may.addCampaignDocument, find), async (c) => {
      const upload = await readUpload(c.req.raw)
      return c.json(
        await documents.addToCampaign(c.var.subject, upload, toUser(c.var.actor).uid),
        201,
      )
    })
}

/** Never shown by our origin: a reviewer opens the downloaded file. */
const toFileHeaders = ({ type, name }: Pick<StoredDocument, 'type' | 'name'>) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="document"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
})

async function readUpload(request: Request) {
  const file = await parseUpload(request, invalid.documentMissing)
  if (file.bytes.length > documentMaxBytes) throw fileError(invalid.documentSize)
  return { fileName: file.name, bytes: file.bytes }
}

/** /api/evidence: what is kept of deleted campaigns, for reviewers. */
export function evidenceRoutes({ evidence, conflicts, database }: Services) {
  const find = async (id: string, actor: Actor) => {
    const found = await evidence.find(id)
    return found && { ...found, conflicts: await conflicts.find(database, actor, found) }
  }
  return new Hono<Env>()
    .get('/', gate(may.listEvidence, noSubject), async (c) => {
      const { next, ...page } = await evidence.list(toUser(c.var.actor), parsePageCursor(c))
      c.set('readSubjects', { campaignIds: page.evidence.map(({ id }) => id) })
      return c.json(
        z.parse(evidenceListSchema, { ...page, next: next ? formatCursor(next) : null }),
      )
    })
    .get('/:id', gate(may.readEvidence, find), async (c) =>
      c.json(
        z.parse(evidenceResponseSchema, { evidence: await evidence.toResponse(c.var.subject) }),
      ),
    )
    .get('/:id/images/:position', gate(may.readEvidence, find), async (c) => {
      const bytes = await evidence.readImage(c.var.subject, Number(c.req.param('position')))
      if (!bytes) throw new Refused('not-found')
      return c.body(Uint8Array.from(bytes), 200, {
        'content-type': `image/${sniffImage(bytes)}`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
    })
    .get('/:id/documents/:documentId', gate(may.readEvidence, find), async (c) => {
      const document = await evidence.findDocument(c.var.subject, c.req.param('documentId'))
      const bytes = document && (await evidence.readDocument(document))
      if (!bytes) throw new Refused('not-found')
      return c.body(bytes, 200, toFileHeaders(document))
    })
}

const widthSchema = z.object({
  w: z.coerce
    .number(invalid.input)
    .check(z.refine((width) => imageWidths.some((served) => served === width), invalid.input)),
  as: z._default(z.enum(imageFormats), 'webp'),
})

export function imageUploadRoutes({ images }: Services) {
  return new Hono<Env>().post('/', gate(may.uploadImage, noSubject), async (c) => {
    const bytes = await readPicture(c.req.raw)
    return c.json(await images.add(toUser(c.var.actor).uid, bytes), 201)
  })
}

const privateForMinutes = 'private, max-age=300'

/**
 * GET /images/:id?w=…&as=…: an image in one of the served widths and formats. Browsers keep one that a campaign shows for a day, and then ask whether it
 * still exists.
 */
export function imageRoutes({ images, imageAccess }: Services) {
  return new Hono<Env>().get('/:id', gate(may.readImage, imageAccess.find), async (c) => {
    const { w, as } = parseInput(widthSchema, c.req.query())
    const id = c.req.param('id')
    const bytes = await images.read(id, w, as)
    if (!bytes) throw new Refused('not-found')
    // The id is a hash of the content, so nothing but its deletion changes an image.
    const etag = `"${toImageKey(id, w, as)}"`
    const { isShown } = c.var.subject
    const caching = { etag, 'cache-control': isShown ? imageCacheControl : privateForMinutes }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, caching)
    return c.body(bytes, 200, {
      ...caching,
      'content-type': `image/${as}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // Feed readers and mail programs in a browser show it on their own origin.
      'cross-origin-resource-policy': as === 'jpeg' && isShown ? 'cross-origin' : 'same-origin',
    })
  })
}

/** What a file has whose part of the form, or whose browser, names no type (RFC 7578, section 4.4). Its content decides. */
const withoutType = ['', 'text/plain', 'application/octet-stream']

async function readPicture(request: Request): Promise<Uint8Array> {
  const { type, bytes } = await parseUpload(request, invalid.imageMissing)
  if (bytes.length > imageMaxBytes) throw fileError(invalid.imageSize)
  if (!type.startsWith('image/') && !withoutType.includes(type))
    throw fileError(invalid.imageNotImage)
  return bytes
}
