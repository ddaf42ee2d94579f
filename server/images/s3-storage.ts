import { refuseInTransaction } from '../database/transaction-scope.ts'
import { hash } from 'node:crypto'

import { AwsClient } from 'aws4fetch'

import {
  imageCacheControl,
  ImageStorageUnavailable,
  isImageKey,
  type ImageStorage,
} from './image-storage.ts'

export type S3Options = {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  timeoutMs?: number
  /** In front of every key, for what is stored beside the public images. */
  prefix?: string
  /** Sent with each object. */
  headers?: Record<string, string>
}

const imageHeaders = {
  'content-type': 'image/webp',
  'cache-control': imageCacheControl,
}

const maxAttempts = 2

/** Images as objects in a bucket, for servers that share no disk. The bucket can be private, because the server serves the images. */
export function s3ImageStorage({
  bucket,
  timeoutMs = 10_000,
  prefix = '',
  headers: putHeaders = imageHeaders,
  ...options
}: S3Options): ImageStorage {
  const { endpoint, region } = options
  const { accessKey: accessKeyId, secretKey: secretAccessKey } = options
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  const send = async (method: 'GET' | 'PUT' | 'DELETE', key: string, body = new Uint8Array()) => {
    refuseInTransaction('a request to the image bucket')
    if (!isImageKey(key)) throw new Error(`invalid image key: ${key}`)
    // Most S3-compatible services do not support bucket names in the host.
    const url = `${endpoint.replace(/\/$/, '')}/${encodeURIComponent(bucket)}/${prefix}${key}`
    const headers = {
      'x-amz-content-sha256': hash('sha256', body),
      ...(method === 'PUT' && putHeaders),
    }
    const init = { method, headers, ...(method === 'PUT' && { body }) }
    return orUnavailable(
      withRetry(async () => {
        const signed = await signer.sign(url, init)
        return fetch(signed, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
      }),
    )
  }

  return {
    async write(key, bytes) {
      requireSuccess(await send('PUT', key, new Uint8Array(bytes)))
    },

    async read(key) {
      if (!isImageKey(key)) return undefined
      const response = await send('GET', key)
      // Without the code, a misspelt bucket would look like a missing image.
      if (response.status === 404 && (await response.text()).includes('<Code>NoSuchKey</Code>'))
        return undefined
      requireSuccess(response)
      return new Uint8Array(await orUnavailable(response.arrayBuffer()))
    },

    async delete(key) {
      requireSuccess(await send('DELETE', key))
    },

    hasSpace: async () => true,
  }
}

/** Repeats a request that got no response or an error of the service. Equal requests have the same effect. */
async function withRetry(request: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt++)
    try {
      const response = await request()
      if (response.status < 500 || attempt === maxAttempts) return response
    } catch (error) {
      if (attempt === maxAttempts) throw error
    }
}

function requireSuccess({ ok, status }: Response) {
  if (!ok) throw new ImageStorageUnavailable(`the image bucket returned status ${status}`)
}

/** Keeps only the name of the error, whose message could contain the access key and a signature. */
async function orUnavailable<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown error'
    throw new ImageStorageUnavailable(`the image bucket is unavailable: ${name}`)
  }
}
