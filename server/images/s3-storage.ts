import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'

import { ImageStorageUnavailable, isImageKey, type ImageStorage } from './image-storage.ts'

export type S3Options = {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  timeoutMs?: number
}

/** Images as objects in a bucket, for servers that share no disk. The bucket can be private, because the server serves the images. */
export function s3ImageStorage({
  bucket: Bucket,
  timeoutMs = 10_000,
  ...options
}: S3Options): ImageStorage {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
    // Most S3-compatible services do not support bucket names in the host.
    forcePathStyle: true,
    maxAttempts: 2,
    // Some S3-compatible services reject the newer checksums; the signature already covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const withTimeout = () => ({ abortSignal: AbortSignal.timeout(timeoutMs) })
  const toObject = (key: string) => {
    if (!isImageKey(key)) throw new Error(`invalid image key: ${key}`)
    return { Bucket, Key: key }
  }

  return {
    async write(key, bytes) {
      const put = new PutObjectCommand({
        ...toObject(key),
        Body: bytes,
        ContentType: 'image/webp',
        CacheControl: 'public, max-age=31536000, immutable',
      })
      await orUnavailable(client.send(put, withTimeout()))
    },

    read: async (key) => (isImageKey(key) ? orUnavailable(readObject(key)) : undefined),

    async delete(key) {
      await orUnavailable(client.send(new DeleteObjectCommand(toObject(key)), withTimeout()))
    },

    hasSpace: async () => true,
  }

  async function readObject(key: string) {
    try {
      const { Body } = await client.send(new GetObjectCommand(toObject(key)), withTimeout())
      return Body && new Uint8Array(await Body.transformToByteArray())
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  }
}

/** Keeps only the name of the client's error, which otherwise contains the access key and a signature. */
async function orUnavailable<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown error'
    throw new ImageStorageUnavailable(`the image bucket is unavailable: ${name}`)
  }
}
