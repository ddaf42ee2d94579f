import type pg from 'pg'

import type { ImageStorage } from '../images/image-storage.ts'
import { type BackupFiles, readPart, writePart, type FilesBackup } from './backup-files.ts'
import type { BackupKey } from './backup-key.ts'

export type FileStorages = { images: ImageStorage; documents: ImageStorage }

const imageKeys = 'select id as key from image order by id'
const documentKeys =
  'select file_key as key from campaign_document where stored_at is not null and deleted_at is null order by id'

export async function listFileKeys(client: pg.ClientBase) {
  const list = async (text: string) => {
    const { rows } = await client.query<{ key: string }>(text)
    return rows.map(({ key }) => key)
  }
  return { images: await list(imageKeys), documents: await list(documentKeys) }
}

type Target = { files: BackupFiles; key: BackupKey; folder: string }

/** Resized copies are left out, because they are made again on request. */
export async function copyFiles(
  storage: Pick<ImageStorage, 'read'>,
  keys: readonly string[],
  { files, key, folder }: Target,
): Promise<FilesBackup> {
  const result: FilesBackup = { stored: [], missing: [] }
  for (const fileKey of keys) {
    const bytes = await storage.read(fileKey)
    if (!bytes) result.missing.push(fileKey)
    else {
      const part = await writePart(files, key, { name: `${folder}/${fileKey}`, bytes })
      result.stored.push({ ...part, key: fileKey })
    }
  }
  return result
}

export async function restoreFiles(
  storage: Pick<ImageStorage, 'write'>,
  { stored }: FilesBackup,
  { files, key }: Omit<Target, 'folder'>,
): Promise<void> {
  for (const part of stored) await storage.write(part.key, await readPart(files, key, part))
}
