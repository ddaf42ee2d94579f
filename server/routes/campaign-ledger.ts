import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { campaignLedgerSchema } from '#shared/campaign-ledger.ts'

import type { Database } from '../platform/database/database.ts'
import { parseInput, type Env } from '../platform/http/context.ts'
import { csvResponse } from '../platform/http/csv.ts'
import { gate } from '../platform/http/gate.ts'
import { untilGone } from '../platform/http/csv.ts'
import * as may from '../platform/policy/rules.ts'
import type { Tombstones } from '../people/privacy/tombstones.ts'
import type { ContentStore } from '../providers/content/content.ts'
import {
  campaignLedgerCsv,
  campaignPageSchema,
  listCampaignEntries,
  sumCampaignEntries,
} from '../transparency/campaign-ledger.ts'

type Deps = {
  content: Pick<ContentStore, 'findCampaignBySlug'>
  tombstones: Tombstones
  database: Database
  payments: { mode: string }
}

const pageRows = 200

/** /api/campaigns/:id/ledger, where the id is the slug: every entry of a campaign that is or was public, for everybody. */
export function campaignLedgerRoutes({ content, tombstones, database, payments }: Deps) {
  const deps = { database, mode: payments.mode }
  const find = async (slug: string) =>
    (await content.findCampaignBySlug(slug)) ?? findDeleted(tombstones, slug)
  const published = gate(may.readCampaignLedger, find)
  const complete = gate(may.downloadCampaignLedger, find)
  return new Hono<Env>()
    .get('/:id/ledger', compress(), published, async (c) => {
      const { after } = parseInput(campaignPageSchema, c.req.query())
      const { id, slug, title } = c.var.subject
      const page = { after, limit: pageRows }
      const entries = await untilGone(c, () => listCampaignEntries(deps, id, page))
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

/** A deleted campaign has no owner any more, and its ledger stays public. */
async function findDeleted(tombstones: Tombstones, slug: string) {
  const deleted = await tombstones.findBySlug(slug)
  return deleted && { ...deleted, ownerUid: '', status: 'ended' as const }
}
