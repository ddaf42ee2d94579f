import * as z from 'zod/mini'

import type { PaymentMode } from '#shared/donation.ts'
import { encodeText, equalBytes, toHex, FormatRefused } from '#shared/transparency/bytes.ts'
import { openWithAny } from '#shared/transparency/checkpoint.ts'
import { commit, decodeLeaf, isNoted, type Leaf } from '#shared/transparency/leaf.ts'
import { hashLeaf } from '#shared/transparency/merkle.ts'
import { parseVerifierKey, type VerifierKey } from '#shared/transparency/note.ts'
import {
  formatTilePath,
  listNewTiles,
  tileWidth,
  type TileName,
  tileHeight,
} from '#shared/transparency/tiles.ts'
import { frontierRoot, addLeaf, emptyFrontier, type Frontier } from '#shared/transparency/tree.ts'

import type { Finding, LedgerCheck } from '../money/ledger/ledger-check.ts'
import type { Queries, Transaction } from '../platform/database/database.ts'
import { sql, type Sql } from '../platform/database/sql.ts'
import { eachPage } from '../platform/lists/each-page.ts'
import { logEvents, toDay, toSubject } from './add-batch.ts'
import { findState, type LogDeps, type LogState } from './log-state.ts'
import { type Archive, readSize } from './publish.ts'
import { readTile } from './read-log.ts'

const leafChecks = {
  numbers: 'the leaves of the log are numbered without a gap',
  entry: 'every leaf of the log has its entry',
  hash: 'every leaf of the log has the hash of its bytes',
  states: 'every leaf of the log states its entry',
  refers: 'every leaf of the log refers to the charge of its donation',
  places: 'the leaves of every campaign are numbered and summed',
  opening: 'every opening opens its leaf',
} as const

export const logChecks = {
  ...leafChecks,
  delay: 'every entry is in the log after 10 minutes',
  campaigns: 'the log knows the place and the sum of every campaign',
  nodes: 'the nodes of the log are those of its leaves',
  state: 'the state of the log is that of its leaves',
  checkpoints: 'every checkpoint is signed by the log and has the root of its size',
  receipts: 'the proof of every receipt leads to its leaf and its checkpoint',
  archive: 'the archive holds the log',
} as const

type Deps = LogDeps & { archive: Archive }
type Report = (finding: Finding) => void

const delayMs = 10 * 60_000
const longRead = { timeoutMs: 600_000, isSnapshot: true }
const maxFindings = 100

/** Recomputes the log from its leaves and compares it with the ledger, its own tables and the archive. Repairs nothing. */
export async function checkLog(deps: Deps): Promise<LedgerCheck> {
  const startedAt = performance.now()
  const findings: Finding[] = []
  const report = (finding: Finding) => {
    if (findings.length < maxFindings) findings.push(finding)
  }
  const written = await deps.archive.readCheckpoint()
  await deps.database.transaction(async (queries) => {
    const state = await findState(queries, deps.mode)
    await reportUnlogged(deps, queries, report)
    if (!state) return
    const sizes = await listSizes(queries, deps.mode)
    const folded = await foldLeaves(queries, { mode: deps.mode, sizes }, report)
    await reportStored(deps, queries, { folded, state }, report)
    await reportNotes(deps, queries, { folded, state }, report)
    await reportReceipts(deps, queries, folded, report)
    await reportArchive(deps, queries, { written, state }, report)
  }, longRead)
  const tookMs = Math.round(performance.now() - startedAt)
  return { kind: 'log', findings, checks: Object.keys(logChecks).length, tookMs }
}

async function listSizes(queries: Queries, mode: string): Promise<Set<number>> {
  const sizes = sql`select size from log_checkpoint where log = ${mode}`
  return new Set(await queries.values(z.int(), sizes))
}

async function reportUnlogged({ mode, now }: Deps, queries: Queries, report: Report) {
  const late = new Date(now().getTime() - delayMs)
  const found = await queries.values(
    z.string(),
    sql`select entry.campaign_id || ' ' || entry.effect_key from ${logEvents} entry
        where coalesce(entry.mode, ${mode}) = ${mode} and entry.booked_at < ${late} and not exists (
          select from log_leaf leaf where leaf.campaign_id = entry.campaign_id and leaf.effect_key = entry.effect_key)
        order by entry.booked_at limit 20`,
  )
  for (const key of found) report({ name: logChecks.delay, key, ours: 'no leaf', theirs: 'a leaf' })
}

type Folded = { folded: FoldedLog; state: LogState }

/** Nodes, frontier, root and campaigns as stored, against those that the leaves give. */
async function reportStored(
  { mode }: Deps,
  queries: Transaction,
  { folded, state }: Folded,
  report: Report,
) {
  const nodes = sql`select level || ' ' || node_index as key, encode(hash, 'hex') as value from log_node where log = ${mode}`
  compare(logChecks.nodes, await readMap(queries, nodes), folded.nodes, report)
  const campaigns = sql`select campaign_id as key, place || ' ' || raised_kobo as value from log_campaign where log = ${mode}`
  const expected = new Map(
    [...folded.campaigns].map(([id, { place, raised }]) => [id, `${place} ${raised}`]),
  )
  compare(logChecks.campaigns, await readMap(queries, campaigns), expected, report)
  const { frontier } = folded
  const toText = (size: number, root: Uint8Array, hashes: readonly Uint8Array[]) =>
    [size, toHex(root), ...hashes.map(toHex)].join(' ')
  const ours = toText(state.size, state.root, state.frontier)
  const theirs = toText(frontier.size, frontierRoot(frontier), frontier.hashes)
  if (ours !== theirs) report({ name: logChecks.state, key: mode, ours, theirs })
}

const pairRow = z.object({ key: z.string(), value: z.string() })

async function readMap(queries: Transaction, statement: Sql): Promise<Map<string, string>> {
  const rows = await queries.rows(pairRow, statement)
  return new Map(rows.map(({ key, value }) => [key, value]))
}

function compare(
  name: string,
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
  report: Report,
) {
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const [own, expected] = [ours.get(key) ?? null, theirs.get(key) ?? null]
    if (own !== expected) report({ name, key, ours: own, theirs: expected })
  }
}

async function reportNotes(
  { mode }: Deps,
  queries: Transaction,
  { folded, state }: Folded,
  report: Report,
) {
  const keys = await queries.values(
    z.string(),
    sql`select verifier_key from log_key where log = ${mode}`,
  )
  const logKeys = keys.map(parseVerifierKey)
  const notes = await queries.rows(
    z.object({ size: z.int(), note: z.string() }),
    sql`select size, note from log_checkpoint where log = ${mode}`,
  )
  for (const { size, note } of notes)
    if (!(await hasRoot(folded, { size, note, logKeys })))
      report({ name: logChecks.checkpoints, key: String(size), ours: note, theirs: null })
  if (!notes.some(({ size }) => size === state.size))
    report({
      name: logChecks.checkpoints,
      key: String(state.size),
      ours: null,
      theirs: 'a checkpoint',
    })
}

type Note = { size: number; note: string; logKeys: readonly VerifierKey[] }

/** Whether the log signed the note, and its root is the one that the leaves give for its size. */
async function hasRoot({ roots }: FoldedLog, { size, note, logKeys }: Note) {
  const checkpoint = await openWithAny(encodeText(note), logKeys).catch(() => undefined)
  const root = roots.get(size)
  return checkpoint?.size === size && root !== undefined && equalBytes(checkpoint.root, root)
}

async function reportReceipts(
  { mode }: Deps,
  queries: Queries,
  { roots }: FoldedLog,
  report: Report,
) {
  const proofs = await queries.rows(
    z.object({
      key: z.string(),
      size: z.int(),
      note: z.string(),
      index: z.int(),
      leafIndex: z.nullable(z.int()),
    }),
    sql`select proof.campaign_id || ' ' || proof.donation_id as key, proof.size, proof.checkpoint as note,
          proof.leaf_index as index, leaf.leaf_index as "leafIndex"
        from receipt_proof proof
        left join ledger_entry charge on charge.campaign_id = proof.campaign_id and charge.donation_id = proof.donation_id
          and charge.kind = 'charge'
        left join log_leaf leaf on leaf.campaign_id = charge.campaign_id and leaf.effect_key = charge.effect_key
        where proof.log = ${mode}`,
  )
  const known = new Map<number, string>()
  const rows = await queries.rows(
    z.object({ size: z.int(), note: z.string() }),
    sql`select size, note from log_checkpoint where log = ${mode}`,
  )
  for (const { size, note } of rows) known.set(size, note)
  for (const { key, size, note, index, leafIndex } of proofs) {
    const isRight =
      roots.has(size) &&
      note.startsWith(known.get(size) ?? '\n') &&
      index === leafIndex &&
      index < size
    if (!isRight)
      report({
        name: logChecks.receipts,
        key,
        ours: `${index} in ${size}`,
        theirs: String(leafIndex),
      })
  }
}

type Archived = { written: string | undefined; state: LogState }

async function reportArchive(
  { mode, archive }: Deps,
  queries: Transaction,
  { written, state }: Archived,
  report: Report,
) {
  const size = written === undefined ? 0 : readSize(written)
  if (size > state.size || (written === undefined && state.publishedSize > 0))
    return report({
      name: logChecks.archive,
      key: 'checkpoint',
      ours: String(size),
      theirs: String(state.size),
    })
  for (const name of listNewTiles(0, size)) {
    const expected = await readTile(queries, mode, name).catch(() => undefined)
    const stored = expected && (await readArchived(archive, name, expected.length))
    if (!stored || !expected || !equalBytes(stored, expected))
      report({ name: logChecks.archive, key: formatTilePath(name), ours: null, theirs: null })
  }
}

/** A full tile begins with the bytes of a partial one, and replaces it before its checkpoint is written. */
async function readArchived(archive: Archive, name: TileName, length: number) {
  const full = { ...name, width: tileWidth }
  return (await archive.readTile(name)) ?? (await archive.readTile(full))?.subarray(0, length)
}

const rowSchema = z.object({
  index: z.int(),
  campaignId: z.nullable(z.string()),
  effectKey: z.nullable(z.string()),
  leaf: z.instanceof(Buffer),
  hash: z.instanceof(Buffer),
  kind: z.nullable(z.string()),
  donationId: z.nullable(z.string()),
  effectiveAt: z.nullable(z.date()),
  donor: z.nullable(z.int()),
  owner: z.nullable(z.int()),
  platform: z.nullable(z.int()),
  provider: z.nullable(z.int()),
  raised: z.nullable(z.int()),
  salt: z.nullable(z.instanceof(Buffer)),
  subject: z.nullable(z.string()),
  chargeIndex: z.nullable(z.int()),
  tag: z.nullable(z.instanceof(Buffer)),
})
type Row = z.output<typeof rowSchema>

const pageSize = 5_000

const readPage = (queries: Transaction, mode: PaymentMode, after: number) =>
  queries.rows(
    rowSchema,
    sql`
    select leaf.leaf_index as index, leaf.campaign_id as "campaignId", leaf.effect_key as "effectKey", leaf.leaf, leaf.hash,
      entry.kind, entry.donation_id as "donationId", entry.effective_at as "effectiveAt", entry.donor_kobo as donor,
      entry.owner_kobo as owner, entry.platform_kobo as platform, entry.provider_kobo as provider, entry.raised_kobo as raised,
      opening.salt, opening.subject, charge_leaf.leaf_index as "chargeIndex", campaign.tag
    from (
      select * from log_leaf where log = ${mode} and leaf_index > ${after} order by leaf_index limit ${pageSize}::integer) leaf
    left join ${logEvents} entry on entry.campaign_id = leaf.campaign_id and entry.effect_key = leaf.effect_key
      and coalesce(entry.mode, leaf.log) = leaf.log
    left join log_opening opening on opening.log = leaf.log and opening.leaf_index = leaf.leaf_index
    left join ledger_entry charge on entry.kind <> 'charge' and charge.campaign_id = entry.campaign_id
      and charge.donation_id = entry.donation_id and charge.kind = 'charge'
    left join log_leaf charge_leaf on charge_leaf.campaign_id = charge.campaign_id and charge_leaf.effect_key = charge.effect_key
    left join log_campaign campaign on campaign.log = leaf.log and campaign.campaign_id = leaf.campaign_id
    order by leaf.leaf_index`,
  )

/** What the leaves add up to. `roots` are those of the sizes that were asked for. */
type FoldedLog = {
  frontier: Frontier
  nodes: Map<string, string>
  roots: Map<number, Uint8Array>
  campaigns: Map<string, { place: number; raised: number }>
}

/** Reads all leaves once, compares each with its entry, and folds the tree anew. */
async function foldLeaves(
  queries: Transaction,
  { mode, sizes }: { mode: PaymentMode; sizes: ReadonlySet<number> },
  report: (finding: Finding) => void,
): Promise<FoldedLog> {
  const folded: FoldedLog = {
    frontier: emptyFrontier,
    nodes: new Map(),
    roots: new Map([[0, frontierRoot(emptyFrontier)]]),
    campaigns: new Map(),
  }
  const read = (last?: Row) => readPage(queries, mode, last?.index ?? -1)
  for await (const page of eachPage(pageSize, read))
    for (const row of page) {
      for (const finding of checkRow(folded, row)) report(finding)
      folded.frontier = addLeaf(folded.frontier, hashLeaf(row.leaf), ({ height, index }, hash) => {
        if (height > 0 && height % tileHeight === 0)
          folded.nodes.set(`${height / tileHeight} ${index}`, toHex(hash))
      })
      const { size } = folded.frontier
      if (sizes.has(size)) folded.roots.set(size, frontierRoot(folded.frontier))
    }
  return folded
}

const toFinding = (name: string, key: number | string, ours: string, theirs: string): Finding => ({
  name,
  key: String(key),
  ours,
  theirs,
})

function checkRow(folded: FoldedLog, row: Row): Finding[] {
  const { index, hash } = row
  const findings: Finding[] = []
  const expect = (name: string, ours: string, theirs: string) => {
    if (ours !== theirs) findings.push(toFinding(name, index, ours, theirs))
  }
  expect(leafChecks.numbers, String(index), String(folded.frontier.size))
  expect(leafChecks.hash, toHex(hash), toHex(hashLeaf(row.leaf)))
  const leaf = tryDecode(row.leaf)
  if (leaf === undefined) {
    findings.push(toFinding(leafChecks.states, index, toHex(row.leaf), 'a leaf'))
    return findings
  }
  const isGenesis = index === 0
  if (row.kind === null) {
    if (!isGenesis) findings.push(toFinding(leafChecks.entry, index, row.effectKey ?? '', ''))
    expect(leafChecks.states, leaf.kind, isGenesis ? 'genesis' : leaf.kind)
  } else checkEntry(folded, row, leaf, expect)
  checkOpening(row, leaf, expect)
  return findings
}

type Expect = (name: string, ours: string, theirs: string) => void

function checkEntry({ campaigns }: FoldedLog, row: Row, leaf: Leaf, expect: Expect) {
  const day = row.effectiveAt ? toDay(row.effectiveAt) : 0
  const { kind, donor, owner, platform, provider, raised } = row
  const toText = (facts: readonly unknown[]) => facts.join(' ')
  expect(
    leafChecks.states,
    toText([
      leaf.kind,
      leaf.day,
      leaf.donor,
      leaf.owner,
      leaf.platform,
      leaf.provider,
      leaf.raised,
    ]),
    toText([kind, day, donor, owner, platform, provider, raised]),
  )
  expect(leafChecks.refers, String(leaf.refersTo ?? 'none'), String(row.chargeIndex ?? 'none'))
  const before = campaigns.get(row.campaignId ?? '') ?? { place: 0, raised: 0 }
  const after = {
    place: before.place + (isNoted(kind) ? 0 : 1),
    raised: before.raised + leaf.raised,
  }
  campaigns.set(row.campaignId ?? '', after)
  expect(
    leafChecks.places,
    `${toHex(leaf.tag)} ${leaf.place} ${leaf.sum}`,
    `${toHex(row.tag ?? new Uint8Array())} ${after.place} ${after.raised}`,
  )
}

/** A leaf whose opening was erased with its person is not compared. */
function checkOpening(
  { salt, subject, donationId, effectKey, kind }: Row,
  leaf: Leaf,
  expect: Expect,
) {
  if (!salt || subject === null) return
  if (kind !== null && effectKey !== null)
    expect(leafChecks.opening, subject, toSubject({ donationId, effectKey }))
  const isOpened =
    encodeText(subject).length <= 0xff_ff && equalBytes(commit({ salt, subject }), leaf.commitment)
  expect(leafChecks.opening, isOpened ? 'opens' : 'opens another leaf', 'opens')
}

function tryDecode(bytes: Uint8Array): Leaf | undefined {
  try {
    return decodeLeaf(bytes)
  } catch (error) {
    if (error instanceof FormatRefused) return undefined
    throw error
  }
}
