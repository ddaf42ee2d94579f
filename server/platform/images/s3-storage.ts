import {
  imageCacheControl,
  ImageStorageUnavailable,
  isImageKey,
  type ImageStorage,
} from './image-storage.ts'
import { openBucket, type BucketOptions } from './s3-bucket.ts'

export type S3Options = BucketOptions & {
  /** In front of every key, for what is stored beside the public images. */
  prefix?: string
  /** Sent with each object. */
  headers?: Record<string, string>
}

const imageHeaders = { 'content-type': 'image/webp', 'cache-control': imageCacheControl }

/** Images as objects in a bucket, for servers that share no disk. The bucket can be private, because the server serves the images. */
export function s3ImageStorage({
  prefix = '',
  headers = imageHeaders,
  ...options
}: S3Options): ImageStorage {
  const toError = (message: string) => new ImageStorageUnavailable(message)
  const bucket = openBucket(options, { name: 'image bucket', toError })
  const toPath = (key: string) => {
    if (!isImageKey(key)) throw new Error(`invalid image key: ${key}`)
    return `${prefix}${key}`
  }
  return {
    write: async (key, bytes) => bucket.write(toPath(key), bytes, headers),
    read: async (key) => (isImageKey(key) ? bucket.read(toPath(key)) : undefined),
    delete: async (key) => bucket.delete(toPath(key)),
    hasSpace: async () => true,
  }
}
