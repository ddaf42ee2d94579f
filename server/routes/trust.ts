import { Hono } from 'hono'
import * as z from 'zod/mini'

import { trustSchema } from '#shared/trust.ts'

import type { TrustChecks } from '../campaigns/views/trust-checks.ts'
import type { Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import type { CampaignSubjects } from '../staff/moderation/campaign-subjects.ts'
import * as may from '../platform/policy/rules.ts'

type Deps = { subjects: CampaignSubjects; trustChecks: TrustChecks }

/** /api/campaigns/:id/trust: as public as the campaign. */
export function trustRoutes({ subjects, trustChecks }: Deps) {
  return new Hono<Env>().get('/:id/trust', gate(may.readCampaign, subjects.findPublic), async (c) =>
    c.json(z.parse(trustSchema, await trustChecks.find(c.var.subject))),
  )
}
