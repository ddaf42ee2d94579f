import { Hono } from 'hono'
import * as z from 'zod/mini'

import { deletedCampaignResponseSchema } from '#shared/deleted-campaign.ts'

import type { Env } from '../platform/http/context.ts'
import { gate } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import type { Tombstones } from '../people/privacy/tombstones.ts'

/** /api/deleted-campaigns/:id, where the id is a former slug: what stays public of a deleted campaign. */
export function deletedCampaignRoutes({ tombstones }: { tombstones: Tombstones }) {
  return new Hono<Env>().get(
    '/:id',
    gate(may.readDeletedCampaign, tombstones.findBySlug),
    async (c) => c.json(z.parse(deletedCampaignResponseSchema, { campaign: c.var.subject })),
  )
}
