import type { ImageStorage } from '../../platform/images/image-storage.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import type { StoredDocument } from './document-rows.ts'
import { openFile } from './sealed-file.ts'

type ReadDeps = {
  documentStorage: Pick<ImageStorage, 'read'>
  sealing: Pick<Sealing, 'openBytes'>
}

/** Undefined when the file is gone. */
export async function readDocument(
  { documentStorage, sealing }: ReadDeps,
  { fileKey, keySealed }: StoredDocument,
) {
  const sealed = keySealed && (await documentStorage.read(fileKey))
  return sealed ? openFile(sealing.openBytes('document-key', keySealed), sealed) : undefined
}
