import * as z from 'zod/mini'

import { csvLine, csvNaira, csvStart } from '#shared/csv.ts'
import {
  campaignEntrySchema,
  campaignLedgerSchema,
  type CampaignEntry,
} from '#shared/campaign-ledger.ts'
import type { PaymentMode } from '#shared/donation.ts'
import { joinBytes } from '#shared/transparency/bytes.ts'
import {
  encodeBundle,
  entriesLevel,
  foldComplete,
  tileWidth,
  toTileHashes,
  type TileName,
} from '#shared/transparency/tiles.ts'
import {
  hashRange,
  inclusionRanges,
  splitRange,
  type Range,
  type Subtree,
} from '#shared/transparency/tree.ts'

import type { Queries, Database } from '../platform/database/database.ts'
import { sql, type Sql } from '../platform/database/sql.ts'
import { eachPage } from '../platform/lists/each-page.ts'

const hashSchema = z.object({ index: z.int(), hash: z.instanceof(Buffer) })
const longRead = z.object({ leaf: z.instanceof(Buffer) })

type Run = { level: number; start: number; count: number }

const selectHashes = (mode: PaymentMode, { level, start, count }: Run): Sql =>
  level === 0
    ? sql`select leaf_index as index, hash from log_leaf
        where log = ${mode} and leaf_index >= ${start} and leaf_index < ${start + count} order by leaf_index`
    : sql`select node_index as index, hash from log_node
        where log = ${mode} and level = ${level} and node_index >= ${start} and node_index < ${start + count} order by node_index`

async function readHashes(queries: Queries, mode: PaymentMode, run: Run): Promise<Buffer[]> {
  const rows = await queries.rows(hashSchema, selectHashes(mode, run))
  if (rows.length !== run.count) throw new Error('the transparency log lacks hashes')
  return rows.map(({ hash }) => hash)
}

/** The bytes of a tile or bundle. The caller has checked that the tree has it. */
export async function readTile(queries: Queries, mode: PaymentMode, name: TileName) {
  const start = name.index * tileWidth
  if (name.level !== entriesLevel)
    return joinBytes(
      ...(await readHashes(queries, mode, { level: name.level, start, count: name.width })),
    )
  const rows = await queries.rows(
    longRead,
    sql`select leaf from log_leaf where log = ${mode} and leaf_index >= ${start} and leaf_index < ${start + name.width}
        order by leaf_index`,
  )
  if (rows.length !== name.width) throw new Error('the transparency log lacks leaves')
  return encodeBundle(rows.map(({ leaf }) => leaf))
}

/** The hashes of ranges, folded from what tiles hold. */
async function hashRanges(queries: Queries, mode: PaymentMode, ranges: readonly Range[]) {
  const toKey = ({ height, index }: Subtree) => `${height} ${index}`
  const found = new Map<string, Uint8Array>()
  for (const subtree of ranges.flatMap(splitRange))
    found.set(toKey(subtree), foldComplete(await readHashes(queries, mode, toTileHashes(subtree))))
  const read = (subtree: Subtree) => {
    const hash = found.get(toKey(subtree))
    if (!hash) throw new Error('the transparency log lacks a subtree')
    return hash
  }
  return ranges.map((range) => hashRange(range, read))
}

export const readInclusionProof = (
  queries: Queries,
  mode: PaymentMode,
  { index, size }: { index: number; size: number },
) => hashRanges(queries, mode, inclusionRanges(index, size))

export async function readRoot(queries: Queries, mode: PaymentMode, size: number) {
  const [root] = await hashRanges(queries, mode, [{ start: 0, end: size }])
  if (!root) throw new Error('the transparency log has no root')
  return root
}

const checkpointSchema = z.object({
  size: z.int(),
  note: z.string(),
  signedAt: z.date(),
})
const selectCheckpoint = sql`select size, signed_at as "signedAt", note from log_checkpoint`

export const readPublished = (queries: Queries, mode: PaymentMode) =>
  queries.row(
    checkpointSchema,
    sql`${selectCheckpoint} where log = ${mode} and size = (select published_size from log_state where log = ${mode})`,
  )

export const readCheckpoint = (queries: Queries, mode: PaymentMode, size: number) =>
  queries.row(checkpointSchema, sql`${selectCheckpoint} where log = ${mode} and size = ${size}`)

type Deps = { database: Database; mode: string }
type Page = z.output<typeof campaignPageSchema> & { limit: number }

/** The entries of a campaign with running sums, in the order of the transparency log or newest first. */
export function listCampaignEntries(
  { database, mode }: Deps,
  campaignId: string,
  { order, after, limit }: Page,
): Promise<CampaignEntry[]> {
  return database.rows(
    campaignEntrySchema,
    sql`
    select * from (
      select row_number() over sorted as place, entry.kind, lagos_day(entry.effective_at)::text as day,
        entry.donor_kobo as donor, entry.owner_kobo as owner, entry.platform_kobo as platform, entry.provider_kobo as provider,
        entry.paid_out_kobo as "paidOut", entry.raised_kobo as raised, (sum(entry.raised_kobo) over sorted)::bigint as total, leaf.leaf_index as leaf
      from ledger_entry entry
      left join log_leaf leaf on leaf.campaign_id = entry.campaign_id and leaf.effect_key = entry.effect_key
      where entry.campaign_id = ${campaignId} and entry.mode = ${mode}
      window sorted as (order by leaf.leaf_index nulls last, entry.booked_at, entry.effect_key)) listed
    where ${order === 'oldest' || after === 0 ? sql`place > ${after}` : sql`place < ${after}`}
    order by place ${order === 'oldest' ? sql`asc` : sql`desc`} limit ${limit}::integer`,
  )
}

/** The sums of all entries. `raised` is the total that the campaign's page shows. */
export async function sumCampaignEntries({ database, mode }: Deps, campaignId: string) {
  const sums = await database.row(
    campaignLedgerSchema.shape.sums,
    sql`select coalesce(sum(entries), 0) as entries, coalesce(sum(donor_kobo), 0)::bigint as donor,
          coalesce(sum(owner_kobo), 0)::bigint as owner, coalesce(sum(platform_kobo), 0)::bigint as platform,
          coalesce(sum(provider_kobo), 0)::bigint as provider, coalesce(sum(paid_out_kobo), 0)::bigint as "paidOut",
          coalesce(sum(donated_kobo - reversed_kobo), 0)::bigint as raised, coalesce(sum(reversed_kobo), 0)::bigint as returned
        from campaign_day where campaign_id = ${campaignId} and mode = ${mode}`,
  )
  if (!sums) throw new Error('a sum of entries returned no row')
  return sums
}

const header = [
  'Place',
  'Day',
  'Entry',
  'Donor (NGN)',
  'Organiser (NGN)',
  'Platform (NGN)',
  'Provider (NGN)',
  'Paid out (NGN)',
  'Raised (NGN)',
  'Raised in total (NGN)',
  'Number in the log',
]
const csvPage = 1_000

export async function* campaignLedgerCsv(deps: Deps, campaignId: string): AsyncGenerator<string> {
  yield csvStart + csvLine(header)
  const read = ({ place: after } = { place: 0 }) =>
    listCampaignEntries(deps, campaignId, { order: 'oldest', after, limit: csvPage })
  for await (const page of eachPage<CampaignEntry>(csvPage, read)) yield* page.map(toLine)
}

function toLine({ place, day, kind, leaf, ...amounts }: CampaignEntry): string {
  const { donor, owner, platform, provider, paidOut, raised, total } = amounts
  return csvLine([
    { number: String(place) },
    day,
    kind,
    ...[donor, owner, platform, provider, paidOut, raised, total].map(csvNaira),
    leaf === null ? '' : { number: String(leaf) },
  ])
}

/** `after` is the place of the last entry of the page before. Programs read all entries from the oldest on. */
export const campaignPageSchema = z.object({
  order: z._default(z.enum(['oldest', 'newest']), 'oldest'),
  after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 31)), 0),
})
