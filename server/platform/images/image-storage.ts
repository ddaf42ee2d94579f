import { createHash } from 'node:crypto'

import { imageFormats, imageWidths, type ImageFormat } from '#shared/image.ts'
import { terms, toTermMs } from '#shared/terms.ts'

import { Outage } from '../runtime/errors.ts'

/** A browser shows an image again without asking for so long, also after its deletion. */
export const imageCacheControl = `public, max-age=${toTermMs(terms.cachedImage) / 1_000}`

export interface ImageStorage {
  /** Atomic, durable on return, and idempotent. */
  write: (key: string, bytes: Uint8Array) => Promise<void>
  read: (key: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Idempotent. */
  delete: (key: string) => Promise<void>
  /** False when new images would take the space that the rest of the server needs. */
  hasSpace: () => Promise<boolean>
}

const id = String.raw`[0-9a-f]{64}|image-[0-9a-f]{40}-\d{1,5}x\d{1,5}-(?:jpg|jpeg|png|webp)`
const idPattern = new RegExp(`^(?:${id})$`)
const keyPattern = new RegExp(`^(?:${id})(?:-\\d{1,5}(?:-jpeg)?)?$`)

/** The id of an image, followed by '-' and a width for a resized copy, and by its format if that is not WebP. */
export function isImageKey(key: string): boolean {
  return keyPattern.test(key)
}

export const toImageKey = (id: string, width: number, format: ImageFormat) =>
  `${id}-${width}${format === 'webp' ? '' : `-${format}`}`

export const listImageKeys = (id: string) =>
  imageFormats.flatMap((format) => imageWidths.map((width) => toImageKey(id, width, format)))

/** An id of ours, which is the SHA-256 of the image's bytes in hex, or the id of an asset at Sanity, which contains their SHA-1. */
export function isImageId(id: string): boolean {
  return idPattern.test(id)
}

export function isWholeImage(id: string, bytes: Uint8Array): boolean {
  const [, sha1] = /^image-([0-9a-f]{40})-/.exec(id) ?? []
  const [algorithm, expected] = sha1 === undefined ? ['sha256', id] : ['sha1', sha1]
  return createHash(algorithm).update(bytes).digest('hex') === expected
}

export class ImageStorageUnavailable extends Outage {
  override name = 'ImageStorageUnavailable'
}
