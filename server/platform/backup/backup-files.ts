import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { BackupStorage } from '../config/operation-settings.ts'
import { openBucket } from '../images/s3-bucket.ts'
import { Outage } from '../runtime/errors.ts'

/** Where backups are stored: named files in a folder or a bucket. */
export interface BackupFiles {
  /** Durable on return. Replaces a file of the same name. */
  write: (name: string, bytes: Uint8Array) => Promise<void>
  read: (name: string) => Promise<Uint8Array | undefined>
  /** Idempotent. */
  delete: (name: string) => Promise<void>
}

class BackupStorageUnavailable extends Outage {
  override name = 'BackupStorageUnavailable'
}

export function openBackupFiles(storage: BackupStorage): BackupFiles {
  return storage.kind === 'folder' ? folderFiles(storage.path) : bucketFiles(storage)
}

function folderFiles(folder: string): BackupFiles {
  return {
    async write(name, bytes) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const draft = `${path}.${randomUUID()}`
      try {
        await writeAndSync(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    read: (name) =>
      readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      }),
    delete: (name) => rm(join(folder, name), { force: true }),
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

/** A part of a backup takes longer to send than an image. */
const timeoutMs = 120_000
const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }

function bucketFiles({ prefix, ...options }: BackupStorage & { kind: 's3' }): BackupFiles {
  const toError = (message: string) => new BackupStorageUnavailable(message)
  const bucket = openBucket({ timeoutMs, ...options }, { name: 'backup bucket', toError })
  return {
    write: (name, bytes) => bucket.write(`${prefix}${name}`, bytes, headers),
    read: (name) => bucket.read(`${prefix}${name}`),
    delete: (name) => bucket.delete(`${prefix}${name}`),
  }
}
