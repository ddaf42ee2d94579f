import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { formatTilePath, tileWidth, type TileName } from '#shared/transparency/tiles.ts'

/** The log outside of the database, in files with the paths of its addresses. It shows when a database went back. */
export interface Archive {
  /** The newest checkpoint that was written, without cosignatures. */
  readCheckpoint: () => Promise<string | undefined>
  writeTile: (name: TileName, bytes: Uint8Array) => Promise<void>
  writeCheckpoint: (note: string) => Promise<void>
  readTile: (name: TileName) => Promise<Buffer | undefined>
}

export function openArchive(folder: string): Archive {
  const read = (path: string) =>
    readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
  return {
    readCheckpoint: async () => (await read('checkpoint'))?.toString(),
    writeCheckpoint: (note) => writeDurably(join(folder, 'checkpoint'), Buffer.from(note)),
    readTile: (name) => read(formatTilePath(name)),
    async writeTile(name, bytes) {
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
