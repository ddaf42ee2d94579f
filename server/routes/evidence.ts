import { Hono } from 'hono'
import * as z from 'zod/mini'

import { evidenceListSchema, evidenceResponseSchema } from '#shared/evidence.ts'

import { formatCursor } from '../money/donations/donation-list.ts'
import { Refused, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { sniffImage } from '../platform/images/encode-image.ts'
import * as may from '../platform/policy/rules.ts'
import type { EvidenceStore } from '../people/privacy/evidence/evidence.ts'
import { toFileHeaders } from './document.ts'
import { parsePageCursor } from './page-cursor.ts'

/** /api/evidence: what is kept of deleted campaigns, for reviewers. */
export function evidenceRoutes({ evidence }: { evidence: EvidenceStore }) {
  return new Hono<Env>()
    .get('/', gate(may.listEvidence, noSubject), async (c) => {
      const { next, ...page } = await evidence.list(parsePageCursor(c))
      c.set('readSubjects', { campaignIds: page.evidence.map(({ id }) => id) })
      return c.json(
        z.parse(evidenceListSchema, { ...page, next: next ? formatCursor(next) : null }),
      )
    })
    .get('/:id', gate(may.readEvidence, evidence.find), async (c) =>
      c.json(
        z.parse(evidenceResponseSchema, { evidence: await evidence.toResponse(c.var.subject) }),
      ),
    )
    .get('/:id/images/:position', gate(may.readEvidence, evidence.find), async (c) => {
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
    .get('/:id/documents/:documentId', gate(may.readEvidence, evidence.find), async (c) => {
      const document = await evidence.findDocument(c.var.subject, c.req.param('documentId'))
      const bytes = document && (await evidence.readDocument(document))
      if (!bytes) throw new Refused('not-found')
      return c.body(bytes, 200, toFileHeaders(document))
    })
}
