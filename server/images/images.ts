/** Where the bytes of pictures lie: a disk, or a bucket. Keys are ours, never a person's. */
export interface Images {
  /** Whole or not at all, and safe from a power cut once it returns. Writing the same key again is harmless. */
  write: (key: string, bytes: Uint8Array) => Promise<void>
  read: (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Deleting what is not there is harmless. */
  delete: (key: string) => Promise<void>
  /** False while new pictures would take the room that the rest of the server needs. */
  hasRoom: () => Promise<boolean>
}

/** A whole picture, by the SHA-256 of its bytes, or one of its widths. */
export function isImageKey(key: string): boolean {
  return /^[0-9a-f]{64}(?:-\d{1,5})?$/.test(key)
}

/** What a picture may be called in an address: by its bytes, or as a hosted store of content names it. */
export function isPictureId(id: string): boolean {
  return /^(?:[0-9a-f]{64}|image-[0-9a-f]{40}-\d{1,5}x\d{1,5}-(?:jpg|jpeg|png|webp))$/.test(id)
}

/** Where the pictures lie nobody answers. */
export class ImagesUnavailable extends Error {
  override name = 'ImagesUnavailable'
}
