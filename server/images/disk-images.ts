import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { isImageKey, type Images } from './images.ts'

const spareBytes = 200_000_000

/** Pictures as files in one folder, two letters to a subfolder. */
export function diskImages(folder: string): Images {
  const pathOf = (key: string) => {
    if (!isImageKey(key)) throw new Error(`not the key of a picture: ${key}`)
    return join(folder, key.slice(0, 2), key)
  }
  return {
    async write(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const unfinished = `${path}.${randomUUID()}`
      try {
        await writeThrough(unfinished, bytes)
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },

    async read(key) {
      if (!isImageKey(key)) return undefined
      try {
        return await readFile(pathOf(key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    delete: (key) => rm(pathOf(key), { force: true }),

    async hasRoom() {
      await mkdir(folder, { recursive: true })
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize > spareBytes
    },
  }
}

async function writeThrough(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The name is a part of the folder: without this a power cut can lose a file that was written. */
async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
