import * as z from 'zod/mini'

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

import type { Queries } from '../platform/database/database.ts'
import { sql, type Sql } from '../platform/database/sql.ts'

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

/** The newest checkpoint that everybody may read. */
export const readPublished = (queries: Queries, mode: PaymentMode) =>
  queries.row(
    checkpointSchema,
    sql`${selectCheckpoint} where log = ${mode} and size = (select published_size from log_state where log = ${mode})`,
  )

export const readCheckpoint = (queries: Queries, mode: PaymentMode, size: number) =>
  queries.row(checkpointSchema, sql`${selectCheckpoint} where log = ${mode} and size = ${size}`)
