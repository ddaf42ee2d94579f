import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'

import { ImagesUnavailable, isImageKey, type Images } from './images.ts'

export type S3Options = {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  patienceMs?: number
}

/**
 * Pictures as objects of a bucket, for servers that share no disk. The bucket may be private: we serve. A key is made of the bytes'
 * hash, so an object never changes.
 */
export function s3Images({ bucket: Bucket, patienceMs = 10_000, ...options }: S3Options): Images {
  const client = new S3Client({
    endpoint: options.endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKey, secretAccessKey: options.secretKey },
    // Services of other makers know no bucket names in front of the host.
    forcePathStyle: true,
    maxAttempts: 2,
    // Not every maker's service knows the newer checksums; the signature covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const patiently = () => ({ abortSignal: AbortSignal.timeout(patienceMs) })
  const object = (key: string) => {
    if (!isImageKey(key)) throw new Error(`not the key of a picture: ${key}`)
    return { Bucket, Key: key }
  }

  return {
    async write(key, bytes) {
      const put = new PutObjectCommand({
        ...object(key),
        Body: bytes,
        ContentType: 'image/webp',
        CacheControl: 'public, max-age=31536000, immutable',
      })
      await answered(client.send(put, patiently()))
    },

    read: async (key) => (isImageKey(key) ? answered(readObject(key)) : undefined),

    async delete(key) {
      await answered(client.send(new DeleteObjectCommand(object(key)), patiently()))
    },

    hasRoom: async () => true,
  }

  async function readObject(key: string) {
    try {
      const { Body } = await client.send(new GetObjectCommand(object(key)), patiently())
      return Body && new Uint8Array(await Body.transformToByteArray())
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined
      throw error
    }
  }
}

/** What went wrong without the request: it carries the key's name and a signature. */
async function answered<Answer>(asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked
  } catch (error) {
    const name = error instanceof Error ? error.name : 'nothing'
    throw new ImagesUnavailable(`the bucket of pictures did not answer: ${name}`)
  }
}
