import { Hono } from 'hono'

import { documentMaxBytes, publicationSchema } from '#shared/document.ts'
import { invalid } from '#shared/text/invalid.ts'

import type { StoredDocument } from '../campaigns/documents/document-rows.ts'
import type { Documents } from '../campaigns/documents/documents.ts'
import { jsonBody, Refused, type Env, fileError } from '../platform/http/context.ts'
import { parseUpload } from '../platform/http/request-body.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'

type DocumentRoutesDeps = {
  documents: Documents
  content: ContentStore
  subjects: CampaignSubjects
}

/** /api/documents: the documents of the user's draft, and each document by its id. */
export function documentRoutes({ documents }: Pick<DocumentRoutesDeps, 'documents'>) {
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
      await documents.publish(c.var.subject, isPublished)
      return c.body(null, 204)
    })
    .delete('/:id', gate(may.deleteDocument, documents.find), async (c) => {
      await documents.delete(c.var.subject)
      return c.body(null, 204)
    })
}

/** /api/campaigns/:id/documents: the documents of a submitted campaign, and those of a public one that everyone may read. */
export function campaignDocumentRoutes({ documents, content, subjects }: DocumentRoutesDeps) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/documents', gate(may.listCampaignDocuments, find), async (c) =>
      c.json({ documents: await documents.listOfCampaign(c.var.subject.id) }),
    )
    .get('/:id/public-documents', gate(may.readCampaign, subjects.findPublic), async (c) =>
      c.json({ documents: await documents.listPublic(c.var.subject.id) }),
    )
    .post('/:id/documents', gate(may.addCampaignDocument, find), async (c) =>
      c.json(await documents.addToCampaign(c.var.subject, await readUpload(c.req.raw)), 201),
    )
}

/** Never shown by our origin: a reviewer opens the downloaded file. */
export const toFileHeaders = ({ type, name }: Pick<StoredDocument, 'type' | 'name'>) => ({
  'content-type': type,
  'content-disposition': `attachment; filename="document"; filename*=UTF-8''${encodeURIComponent(name)}`,
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
})

async function readUpload(request: Request) {
  const file = await parseUpload(request, invalid.documentMissing)
  if (file.size > documentMaxBytes) throw fileError(invalid.documentSize)
  return { fileName: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}
