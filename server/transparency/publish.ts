import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { encodeText, equalBytes } from '#shared/transparency/bytes.ts'
import { openWithAny, parseCheckpoint } from '#shared/transparency/checkpoint.ts'
import { emptyRoot } from '#shared/transparency/merkle.ts'
import { parseNote, parseVerifierKey } from '#shared/transparency/note.ts'
import {
  formatTilePath,
  listNewTiles,
  tileWidth,
  type TileName,
} from '#shared/transparency/tiles.ts'

import { sql } from '../platform/database/sql.ts'
import { findState, listKeys, lockState, type LogDeps, type SigningDeps } from './log-state.ts'
import { readCheckpoint, readRoot, readTile } from './read-log.ts'

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

/**
 * Why nothing may be signed: the archive has a larger tree than the database, or another one of the same size. A backup that was
 * restored would otherwise make a second history. Undefined where both agree.
 */
export async function findFork(deps: SigningDeps, archive: Archive): Promise<string | undefined> {
  const { database, mode, toSigners } = deps
  const written = await archive.readCheckpoint()
  if (written === undefined) return undefined
  // Read after the archive, which another process may make larger at any moment.
  const state = await findState(database, mode)
  const { origin = deps.newOrigin, size = 0, root = emptyRoot } = state ?? {}
  // A checkpoint of an earlier key is the newest one until an entry is added.
  const keys = [
    ...toSigners(origin).map(({ key }) => key),
    ...(await listKeys(deps)).map(parseVerifierKey),
  ]
  const archived = await openWithAny(encodeText(written), keys).catch(() => undefined)
  if (!archived) return 'the archive has a checkpoint that the log did not sign'
  if (archived.size > size)
    return `the archive has ${archived.size} leaves, and the database has ${size}`
  const known = archived.size === size ? root : await readRoot(database, mode, archived.size)
  return equalBytes(known, archived.root)
    ? undefined
    : `the archive has another tree of ${archived.size} leaves than the database`
}

/** The log outside of the database, in files with the paths of its addresses. It shows when a database went back. */
export type Archive = ReturnType<typeof openArchive>

export function openArchive(folder: string) {
  const read = (path: string) =>
    readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
  return {
    /** The newest checkpoint that was written. */
    readCheckpoint: async () => (await read('checkpoint'))?.toString(),
    writeCheckpoint: (note: string) => writeDurably(join(folder, 'checkpoint'), Buffer.from(note)),
    readTile: (name: TileName) => read(formatTilePath(name)),
    async writeTile(name: TileName, bytes: Uint8Array) {
      const path = formatTilePath(name)
      await writeDurably(join(folder, path), bytes)
      // A full tile contains all partial ones.
      if (name.width === tileWidth)
        await rm(join(folder, `${path}.p`), { recursive: true, force: true })
    },
  }
}

/** After a power cut the file has either its earlier content or all of the new one. */
async function writeDurably(path: string, bytes: Uint8Array) {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const draft = `${path}.${randomUUID()}`
  try {
    const file = await open(draft, 'wx', 0o644)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  const directory = await open(folder, 'r')
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
