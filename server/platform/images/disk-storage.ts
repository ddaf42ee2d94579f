import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { syncFolder } from '../runtime/files.ts'
import { isImageKey, type ImageStorage } from './image-storage.ts'

const reservedBytes = 200_000_000

/** Images as files, in subfolders named by the first two characters of the key. */
export function diskImageStorage(folder: string): ImageStorage {
  const toPath = (key: string) => {
    if (!isImageKey(key)) throw new Error(`invalid image key: ${key}`)
    return join(folder, key.slice(0, 2), key)
  }
  return {
    async write(key, bytes) {
      const path = toPath(key)
      await mkdir(dirname(path), { recursive: true })
      const temporary = `${path}.${randomUUID()}`
      try {
        await writeAndSync(temporary, bytes)
        await rename(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },

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

async function writeAndSync(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
