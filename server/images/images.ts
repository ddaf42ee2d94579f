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
