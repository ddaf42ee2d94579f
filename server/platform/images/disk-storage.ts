import { mkdir, readFile, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { writeDurably } from '../runtime/files.ts'
import { isImageKey, type ImageStorage } from './image-storage.ts'

const reservedBytes = 200_000_000

/** Images as files, in subfolders named by the first two characters of the key. */
export function diskImageStorage(folder: string): ImageStorage {
  const toPath = (key: string) => {
    if (!isImageKey(key)) throw new Error(`invalid image key: ${key}`)
    return join(folder, key.slice(0, 2), key)
  }
  return {
    write: async (key, bytes) => writeDurably(toPath(key), bytes),

    async read(key) {
      if (!isImageKey(key)) return undefined
      try {
        return await readFile(toPath(key))
      } catch (error) {
        if (isNotFound(error)) return undefined
        throw error
      }
    },

    delete: (key) => rm(toPath(key), { force: true }),

    async hasSpace() {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize > reservedBytes
    },
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
