import { Hono } from 'hono'
import * as z from 'zod/mini'

import { evidenceListSchema, evidenceResponseSchema } from '#shared/evidence.ts'

import { formatCursor } from '../money/donations/donation-list.ts'
import type { Database } from '../platform/database/database.ts'
import { Refused, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { sniffImage } from '../platform/images/encode-image.ts'
import { toUser, type Actor } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'
import type { EvidenceStore } from '../people/privacy/evidence/evidence.ts'
import type { Conflicts } from '../staff/moderation/conflicts.ts'
import { toFileHeaders } from './document.ts'
import { parsePageCursor } from './page-cursor.ts'

type EvidenceRouteDeps = { evidence: EvidenceStore; conflicts: Conflicts; database: Database }

/** /api/evidence: what is kept of deleted campaigns, for reviewers. */
export function evidenceRoutes({ evidence, conflicts, database }: EvidenceRouteDeps) {
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
