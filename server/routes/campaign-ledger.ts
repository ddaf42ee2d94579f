import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { campaignLedgerSchema } from '#shared/campaign-ledger.ts'

import type { Database } from '../database/database.ts'
import { parseInput, type Env } from '../http/context.ts'
import { csvResponse } from '../http/csv-response.ts'
import { gate } from '../http/gate.ts'
import * as may from '../policy/rules.ts'
import type { ContentStore } from '../providers/content/content.ts'
import {
  campaignLedgerCsv,
  campaignPageSchema,
  listCampaignEntries,
  sumCampaignEntries,
} from '../transparency/campaign-ledger.ts'

type Deps = { content: ContentStore; database: Database; payments: { mode: string } }

const pageRows = 200

/** /api/campaigns/:id/ledger, where the id is the slug: every entry of a public campaign, for everybody. */
export function campaignLedgerRoutes({ content, database, payments }: Deps) {
  const deps = { database, mode: payments.mode }
  const published = gate(may.readCampaignLedger, content.findCampaignBySlug)
  const complete = gate(may.downloadCampaignLedger, content.findCampaignBySlug)
  return new Hono<Env>()
    .get('/:id/ledger', compress(), published, async (c) => {
      const { after } = parseInput(campaignPageSchema, c.req.query())
      const { id, slug, title } = c.var.subject
      const entries = await listCampaignEntries(deps, id, { after, limit: pageRows })
      const sums = await sumCampaignEntries(deps, id)
      const last = entries.at(-1)?.place ?? 0
      const next = last > 0 && last < sums.entries ? last : null
      return c.json(
        z.parse(campaignLedgerSchema, { campaign: { slug, title }, entries, sums, next }),
      )
    })
    .get('/:id/ledger.csv', compress(), complete, (c) => {
      const { id, slug } = c.var.subject
      return csvResponse(c, `ledger-${slug.slice(0, 60)}`, campaignLedgerCsv(deps, id))
    })
}
