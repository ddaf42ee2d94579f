import { Hono } from 'hono'
import * as z from 'zod/mini'

import { consentKinds, type ConsentKind } from '#shared/consent-sentences.ts'

import type { Consents } from '../campaigns/lifecycle/consents.ts'
import { parseInput, type Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import type { ContentStore, StoredCampaign } from '../providers/content/content.ts'

export type ConsentRouteDeps = {
  content: ContentStore
  subjects: CampaignSubjects
  consents: Consents
  withdrawConsent: (campaign: StoredCampaign, kind: ConsentKind) => Promise<void>
}

const withdrawalSchema = z.object({ kind: z.enum(consentKinds) })

/** /api/campaigns/:id/consents: consents to publish a child's story or a person's health data. */
export function campaignConsentRoutes({
  content,
  subjects,
  consents,
  withdrawConsent,
}: ConsentRouteDeps) {
  const find = content.findCampaign
  return new Hono<Env>()
    .get('/:id/consents', gate(may.readConsents, find), async (c) =>
      c.json({ consents: await consents.list(c.var.subject.id) }),
    )
    .delete('/:id/consents/:kind', gate(may.withdrawConsent, subjects.findReviewed), async (c) => {
      const { kind } = parseInput(withdrawalSchema, c.req.param())
      await withdrawConsent(c.var.subject, kind)
      return c.body(null, 204)
    })
}
