import { encodeText } from '#shared/transparency/bytes.ts'
import { parseCheckpoint } from '#shared/transparency/checkpoint.ts'
import { parseNote } from '#shared/transparency/note.ts'
import { listNewTiles } from '#shared/transparency/tiles.ts'

import { sql } from '../platform/database/sql.ts'
import type { Archive } from './archive.ts'
import { lockState, type LogDeps } from './log-state.ts'
import { readCheckpoint, readTile } from './read-log.ts'

export const readSize = (note: string) => parseCheckpoint(parseNote(encodeText(note)).text).size

/**
 * Writes the committed tree into the archive, tiles first and the checkpoint last, and lets everybody read it. After a crash the next
 * leader repeats this, which gives the same bytes. The lock keeps two processes from writing checkpoints in the wrong order.
 */
export async function publish(deps: LogDeps, archive: Archive): Promise<number | undefined> {
  const written = await archive.readCheckpoint()
  const from = written === undefined ? 0 : readSize(written)
  return deps.database.transaction(async (queries) => {
    const state = await lockState(queries, deps.mode)
    if (!state) return undefined
    const { size } = state
    if (size === state.publishedSize && size === from && written !== undefined) return size
    for (const name of listNewTiles(Math.min(from, size), size))
      await archive.writeTile(name, await readTile(queries, deps.mode, name))
    const checkpoint = await readCheckpoint(queries, deps.mode, size)
    if (!checkpoint) throw new Error('the transparency log has no checkpoint of its size')
    await archive.writeCheckpoint(checkpoint.note)
    await queries.run(sql`
      update log_state set published_size = greatest(published_size, ${size}::bigint) where log = ${deps.mode}`)
    return size
  })
}
