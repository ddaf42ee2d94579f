import * as z from 'zod/mini'

import { encodeText, equalBytes, toHex } from '#shared/transparency/bytes.ts'
import { openWithAny } from '#shared/transparency/checkpoint.ts'
import { parseVerifierKey, type VerifierKey } from '#shared/transparency/note.ts'
import {
  formatTilePath,
  listNewTiles,
  tileWidth,
  type TileName,
} from '#shared/transparency/tiles.ts'
import { frontierRoot } from '#shared/transparency/tree.ts'

import type { Queries, Transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Finding, LedgerCheck } from '../money/ledger/ledger-check.ts'
import type { Archive } from './publish.ts'
import { foldLeaves, leafChecks, type FoldedLog } from './check-leaves.ts'
import { findState, type LogDeps, type LogState } from './log-state.ts'
import { readSize } from './publish.ts'
import { readTile } from './read-log.ts'

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
const longRead = { timeoutMs: 600_000 }
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
    await queries.run(sql`set transaction isolation level repeatable read, read only`)
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
  const rows = await queries.rows(
    z.object({ size: z.int() }),
    sql`select size from log_checkpoint where log = ${mode}`,
  )
  return new Set(rows.map(({ size }) => size))
}

const keySchema = z.object({ key: z.string() })

async function reportUnlogged({ mode, now }: Deps, queries: Queries, report: Report) {
  const late = new Date(now().getTime() - delayMs)
  const found = await queries.rows(
    keySchema,
    sql`select entry.campaign_id || ' ' || entry.effect_key as key from ledger_entry entry
        where entry.mode = ${mode} and entry.booked_at < ${late} and not exists (
          select from log_leaf leaf where leaf.campaign_id = entry.campaign_id and leaf.effect_key = entry.effect_key)
        order by entry.booked_at limit 20`,
  )
  for (const { key } of found)
    report({ name: logChecks.delay, key, ours: 'no leaf', theirs: 'a leaf' })
}

type Folded = { folded: FoldedLog; state: LogState }

/** Nodes, frontier, root and campaigns as stored, against those that the leaves give. */
async function reportStored(
  { mode }: Deps,
  queries: Transaction,
  { folded, state }: Folded,
  report: Report,
) {
  const nodes = await queries.rows(
    z.object({ key: z.string(), hash: z.string() }),
    sql`select level || ' ' || node_index as key, encode(hash, 'hex') as hash from log_node where log = ${mode}`,
  )
  compare(logChecks.nodes, new Map(nodes.map(({ key, hash }) => [key, hash])), folded.nodes, report)
  const campaigns = await queries.rows(
    z.object({ key: z.string(), value: z.string() }),
    sql`select campaign_id as key, place || ' ' || raised_kobo as value from log_campaign where log = ${mode}`,
  )
  const expected = new Map(
    [...folded.campaigns].map(([id, { place, raised }]) => [id, `${place} ${raised}`]),
  )
  compare(
    logChecks.campaigns,
    new Map(campaigns.map(({ key, value }) => [key, value])),
    expected,
    report,
  )
  const { frontier } = folded
  const toText = (size: number, root: Uint8Array, hashes: readonly Uint8Array[]) =>
    [size, toHex(root), ...hashes.map(toHex)].join(' ')
  const ours = toText(state.size, state.root, state.frontier)
  const theirs = toText(frontier.size, frontierRoot(frontier), frontier.hashes)
  if (ours !== theirs) report({ name: logChecks.state, key: mode, ours, theirs })
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
  const keys = await queries.rows(
    keySchema,
    sql`select verifier_key as key from log_key where log = ${mode}`,
  )
  const logKeys = keys.map(({ key }) => parseVerifierKey(key))
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
