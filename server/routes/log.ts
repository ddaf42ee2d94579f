import { Hono } from 'hono'
import { compress } from 'hono/compress'
import * as z from 'zod/mini'

import { parseTilePath } from '#shared/transparency/tiles.ts'
import { campaignLedgerSchema } from '#shared/campaign-ledger.ts'

import { Refused, type Env, parseInput } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'
import { csvResponse, untilGone } from '../platform/http/csv.ts'
import type { Tombstones } from '../people/privacy/deletions.ts'
import {
  campaignLedgerCsv,
  campaignPageSchema,
  listCampaignEntries,
  sumCampaignEntries,
} from '../transparency/read-log.ts'
import type { Services } from '../services.ts'

const text = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=2' }
/** Tiles never change. A tile that does not exist yet is an error, which no cache stores. */
const tile = {
  'content-type': 'application/octet-stream',
  'cache-control': 'public, max-age=31536000, immutable',
}

/** /log: the transparency log as C2SP tlog-tiles says, for followers on any site. */
export function logRoutes({ transparency }: Services) {
  const everybody = gate(may.readLog, noSubject)
  return new Hono<Env>()
    .use(async (c, next) => {
      c.header('access-control-allow-origin', '*')
      c.header('cross-origin-resource-policy', 'cross-origin')
      await next()
    })
    .get('/checkpoint', everybody, async (c) => {
      const published = await transparency.readPublished()
      if (!published) throw new Refused('not-found')
      return c.body(published.note, 200, text)
    })
    .get('/policy', everybody, async (c) => {
      const policy = await transparency.readPolicy()
      if (policy === undefined) throw new Refused('not-found')
      return c.body(policy, 200, text)
    })
    .get('/tile/*', everybody, async (c) => {
      const name = parseTilePath(c.req.path.slice('/log/'.length))
      const bytes = name && (await transparency.readTile(name))
      if (!bytes) throw new Refused('not-found')
      return c.body(bytes, 200, tile)
    })
}

/** At most four screens of a phone. */
const pageRows = 30

/** /api/campaigns/:id/ledger, where the id is the slug: every entry of a campaign that is or was public, for everybody. */
export function campaignLedgerRoutes({ content, tombstones, database, payments }: Services) {
  const deps = { database, mode: payments.mode }
  const find = async (slug: string) =>
    (await content.findCampaignBySlug(slug)) ?? findDeleted(tombstones, slug)
  const published = gate(may.readCampaignLedger, find)
  const complete = gate(may.downloadCampaignLedger, find)
  return new Hono<Env>()
    .get('/:id/ledger', compress(), published, async (c) => {
      const place = parseInput(campaignPageSchema, c.req.query())
      const { id, slug, title } = c.var.subject
      const page = { ...place, limit: pageRows }
      const entries = await untilGone(c, () => listCampaignEntries(deps, id, page))
      const sums = await sumCampaignEntries(deps, id)
      const last = entries.at(-1)?.place ?? 0
      const end = place.order === 'oldest' ? sums.entries : 1
      const next = entries.length > 0 && last !== end ? last : null
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
