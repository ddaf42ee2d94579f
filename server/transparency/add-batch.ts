import { randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import { lagosDay } from '#shared/day.ts'
import type { PaymentMode } from '#shared/donation.ts'
import {
  commit,
  encodeLeaf,
  isNoted,
  type Leaf,
  type Opening,
  leafKinds,
} from '#shared/transparency/leaf.ts'
import { hashLeaf } from '#shared/transparency/merkle.ts'
import { tileHeight } from '#shared/transparency/tiles.ts'
import { addLeaf, frontierRoot, type Frontier } from '#shared/transparency/tree.ts'

import type { Queries, Transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import {
  lockState,
  signCheckpoint,
  toFrontier,
  type LogState,
  type SigningDeps,
} from './log-state.ts'

/**
 * What becomes a leaf: entries, and approvals of payees and expenses, which are of no mode and move no money. The key of an approval binds
 * its account. An expense is what the organiser accounts to donors for. Its end, by its organiser or a reviewer, takes that back.
 */
export const logEvents = sql`(
  select mode, campaign_id, effect_key, kind, donation_id, effective_at, booked_at, donor_kobo, owner_kobo, platform_kobo, provider_kobo,
    raised_kobo
  from ledger_entry
  union all
  select null, campaign_id, 'payee:' || id || ':' || subject || ':' || (facts ->> 'last4'), 'payee', null, at, at, 0, 0, 0, 0, 0
  from money_decision where kind = 'payee-approved'
  union all
  select null, campaign_id, 'spending:' || id || ':' || subject, 'spending', null, (facts ->> 'day')::timestamp at time zone 'Africa/Lagos', at,
    kobo, -kobo, 0, 0, 0
  from money_decision cross join lateral (
    select (facts ->> 'amount_kobo')::bigint * case when coalesce(facts ->> 'withdrawn_at', facts ->> 'struck_at') is null then 1 else -1 end as kobo) spent
  where kind = 'expense' and facts <> 'null')`

const recentMs = 15 * 60_000
const fullScanMs = 3_600_000

/** added: a batch was committed, and more may wait. idle: nothing was missing. busy: another process leads. */
export type BatchOutcome = 'added' | 'idle' | 'busy'

/** Gives every entry and approval of a payee without a leaf one, signs the larger tree, and commits all of it or nothing. */
export function addBatch(deps: SigningDeps): Promise<BatchOutcome> {
  return deps.database.transaction(async (queries) => {
    const state = await lockState(queries, deps.mode)
    if (!state) return 'busy'
    const at = deps.now()
    const isFull = isFullScanDue(state, at)
    const since = isFull ? undefined : new Date(at.getTime() - recentMs)
    const pending = await listPending(queries, deps.mode, since)
    const isLast = pending.length < batchSize
    if (isFull && isLast)
      await queries.run(sql`update log_state set full_scan_at = ${at} where log = ${deps.mode}`)
    if (pending.length === 0 && state.size > 0) return 'idle'
    await insertLeaves(deps, queries, state, pending)
    return 'added'
  })
}

const isFullScanDue = ({ fullScanAt }: LogState, at: Date) =>
  fullScanAt === null || Math.abs(at.getTime() - fullScanAt.getTime()) >= fullScanMs

type NewLeaf = {
  campaignId: string | null
  effectKey: string | null
  bytes: Uint8Array
  opening: Opening
}

async function insertLeaves(
  { mode, now, toSigners }: SigningDeps,
  queries: Transaction,
  state: LogState,
  pending: readonly PendingEntry[],
) {
  const campaigns = await readCampaigns(queries, mode, pending)
  const genesis = state.size === 0 ? [toGenesis()] : []
  const leaves = [...genesis, ...toLeaves(pending, campaigns, state.size + genesis.length)]
  const nodes: { level: number; index: number; hash: Uint8Array }[] = []
  const hashes: Uint8Array[] = []
  let frontier: Frontier = toFrontier(state)
  for (const { bytes } of leaves)
    frontier = addLeaf(frontier, hashLeaf(bytes), ({ height, index }, hash) => {
      if (height === 0) hashes.push(hash)
      else if (height % tileHeight === 0) nodes.push({ level: height / tileHeight, index, hash })
    })
  await queries.run(sql`
    insert into log_leaf (log, leaf_index, campaign_id, effect_key, leaf, hash)
    select ${mode}, ${state.size}::bigint + place - 1, campaign_id, effect_key, leaf, hash
    from unnest(${leaves.map(({ campaignId }) => campaignId)}::text[], ${leaves.map(({ effectKey }) => effectKey)}::text[],
      ${leaves.map(({ bytes }) => Buffer.from(bytes))}::bytea[], ${hashes.map((hash) => Buffer.from(hash))}::bytea[])
      with ordinality as added (campaign_id, effect_key, leaf, hash, place)`)
  await queries.run(sql`
    insert into log_opening (log, leaf_index, salt, subject)
    select ${mode}, ${state.size}::bigint + place - 1, salt, subject
    from unnest(${leaves.map(({ opening }) => Buffer.from(opening.salt))}::bytea[], ${leaves.map(({ opening }) => opening.subject)}::text[])
      with ordinality as added (salt, subject, place)`)
  await queries.run(sql`
    insert into log_node (log, level, node_index, hash)
    select ${mode}, * from unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ index }) => index)}::bigint[],
      ${nodes.map(({ hash }) => Buffer.from(hash))}::bytea[])`)
  await storeCampaigns(queries, mode, campaigns)
  const root = frontierRoot(frontier)
  const { origin } = state
  const note = signCheckpoint({ origin, size: frontier.size, root }, toSigners(origin))
  await queries.run(sql`
    insert into log_checkpoint (log, size, note, signed_at) values (${mode}, ${frontier.size}, ${note}, ${now()})`)
  const moved = await queries.run(sql`
    update log_state set size = ${frontier.size}, root = ${Buffer.from(root)},
      frontier = ${frontier.hashes.map((hash) => Buffer.from(hash))}::bytea[]
    where log = ${mode} and size = ${state.size} and root = ${state.root}`)
  if (moved !== 1) throw new Error('the transparency log changed while it was locked')
}

type LogCampaign = { tag: Buffer; place: number; raised: number }

async function readCampaigns(queries: Queries, mode: string, pending: readonly PendingEntry[]) {
  const ids = [...new Set(pending.map(({ campaignId }) => campaignId))]
  const rows = await queries.rows(
    z.object({ id: z.string(), tag: z.instanceof(Buffer), place: z.int(), raised: z.int() }),
    sql`select campaign_id as id, tag, place, raised_kobo as raised from log_campaign
        where log = ${mode} and campaign_id = any(${ids}::text[])`,
  )
  const known = new Map(rows.map(({ id, ...campaign }) => [id, campaign]))
  const drawn = (): LogCampaign => ({ tag: randomBytes(16), place: 0, raised: 0 })
  return new Map(ids.map((id) => [id, known.get(id) ?? drawn()]))
}

/** Draws a salt for each leaf, and moves the campaigns forward. */
function toLeaves(
  pending: readonly PendingEntry[],
  campaigns: Map<string, LogCampaign>,
  start: number,
): NewLeaf[] {
  const indexByKey = new Map(
    pending.map(({ campaignId, effectKey }, place) => [
      `${campaignId} ${effectKey}`,
      start + place,
    ]),
  )
  return pending.map((entry) => {
    const { campaignId, effectKey, chargeKey } = entry
    const campaign = campaigns.get(campaignId)
    if (!campaign) throw new Error('a campaign of the transparency log is missing')
    if (!isNoted(entry.kind)) campaign.place += 1
    campaign.raised += entry.raised
    const opening = { salt: randomBytes(32), subject: toSubject(entry) }
    const refersTo = entry.chargeIndex ?? indexByKey.get(`${campaignId} ${chargeKey}`)
    const { kind, donor, owner, platform, provider, raised } = entry
    const bytes = encodeLeaf({
      kind,
      tag: campaign.tag,
      place: campaign.place,
      refersTo,
      day: toDay(entry.effectiveAt),
      donor,
      owner,
      platform,
      provider,
      raised,
      sum: campaign.raised,
      commitment: commit(opening),
    })
    return { campaignId, effectKey, bytes, opening }
  })
}

/** Entries of a donation are opened by its id, all others by their effect key, which begins with their kind. */
export const toSubject = ({
  donationId,
  effectKey,
}: Pick<PendingEntry, 'donationId' | 'effectKey'>) =>
  donationId === null ? effectKey : `donation:${donationId}`

export const toDay = (at: Date) => Date.parse(lagosDay(at)) / 86_400_000

function toGenesis(): NewLeaf {
  const opening = { salt: randomBytes(32), subject: 'genesis:new' }
  const none = { donor: 0, owner: 0, platform: 0, provider: 0, raised: 0, sum: 0 }
  const leaf: Leaf = {
    kind: 'genesis',
    tag: new Uint8Array(16),
    place: 0,
    refersTo: undefined,
    day: 0,
    ...none,
    commitment: commit(opening),
  }
  return { campaignId: null, effectKey: null, bytes: encodeLeaf(leaf), opening }
}

function storeCampaigns(queries: Queries, mode: string, campaigns: Map<string, LogCampaign>) {
  const all = [...campaigns.values()]
  return queries.run(sql`
    insert into log_campaign as known (log, campaign_id, tag, place, raised_kobo)
    select ${mode}, * from unnest(${[...campaigns.keys()]}::text[], ${all.map(({ tag }) => tag)}::bytea[],
      ${all.map(({ place }) => place)}::bigint[], ${all.map(({ raised }) => raised)}::bigint[])
    on conflict (log, campaign_id) do update set place = excluded.place, raised_kobo = excluded.raised_kobo`)
}

const entrySchema = z.object({
  campaignId: z.string(),
  effectKey: z.string(),
  kind: z.enum(leafKinds),
  donationId: z.nullable(z.string()),
  effectiveAt: z.date(),
  bookedAt: z.date(),
  donor: z.int(),
  owner: z.int(),
  platform: z.int(),
  provider: z.int(),
  raised: z.int(),
  /** The charge of the entry's donation, and its leaf where it has one. */
  chargeKey: z.nullable(z.string()),
  chargeIndex: z.nullable(z.int()),
})
type PendingEntry = z.output<typeof entrySchema>

const batchSize = 4_096

/**
 * Entries that have no leaf, charges first. It asks for a missing leaf and not for what came later: numbers and times are given out before
 * the commit, so an entry may become visible after later ones. With `since` it reads recent entries only, which is cheap. The charge of a
 * return may be older than that, and is added.
 */
async function listPending(
  queries: Queries,
  mode: PaymentMode,
  since: Date | undefined,
): Promise<PendingEntry[]> {
  // The lateral join keeps the planner from reading all leaves for a few recent entries.
  const unlogged =
    since === undefined
      ? sql`where coalesce(entry.mode, ${mode}) = ${mode} and not exists (
          select from log_leaf leaf where leaf.campaign_id = entry.campaign_id and leaf.effect_key = entry.effect_key)`
      : sql`left join lateral (
          select true as found from log_leaf leaf
          where leaf.campaign_id = entry.campaign_id and leaf.effect_key = entry.effect_key limit 1) logged on true
        where coalesce(entry.mode, ${mode}) = ${mode} and entry.booked_at > ${since} and logged.found is null`
  const rows = await queries.rows(
    entrySchema,
    sql`
    with recent as materialized (
      select entry.campaign_id, entry.effect_key from ${logEvents} entry ${unlogged}
      order by entry.booked_at, entry.effect_key limit ${batchSize}::integer),
    charge as materialized (
      select distinct charge.campaign_id, charge.effect_key, charge.donation_id, leaf.leaf_index
      from recent
      join ledger_entry entry using (campaign_id, effect_key)
      join ledger_entry charge on charge.campaign_id = entry.campaign_id and charge.donation_id = entry.donation_id
        and charge.kind = 'charge' and entry.kind <> 'charge'
      left join log_leaf leaf on leaf.campaign_id = charge.campaign_id and leaf.effect_key = charge.effect_key),
    pending as (
      select campaign_id, effect_key from recent
      union select campaign_id, effect_key from charge where leaf_index is null)
    select entry.campaign_id as "campaignId", entry.effect_key as "effectKey", entry.kind, entry.donation_id as "donationId",
      entry.effective_at as "effectiveAt", entry.booked_at as "bookedAt", entry.donor_kobo as donor, entry.owner_kobo as owner,
      entry.platform_kobo as platform, entry.provider_kobo as provider, entry.raised_kobo as raised,
      charge.effect_key as "chargeKey", charge.leaf_index as "chargeIndex"
    from pending
    join ${logEvents} entry using (campaign_id, effect_key)
    left join charge on entry.kind <> 'charge' and charge.campaign_id = entry.campaign_id
      and charge.donation_id = entry.donation_id
    order by (entry.kind <> 'charge'), entry.booked_at, entry.effect_key`,
  )
  return rows
}
