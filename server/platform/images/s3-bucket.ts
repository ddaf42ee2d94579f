import { hash } from 'node:crypto'

import { AwsClient } from 'aws4fetch'

import { refuseInTransaction } from '../database/transaction-scope.ts'

export type BucketOptions = {
  endpoint: string
  region: string
  bucket: string
  accessKey: string
  secretKey: string
  timeoutMs?: number
}

type Method = 'GET' | 'PUT' | 'DELETE'
type Use = {
  name: string
  toError: (message: string) => Error
}

const maxAttempts = 2

/** Objects of an S3-compatible service. Keys must need no escaping. */
export function openBucket(
  { bucket, timeoutMs = 10_000, ...options }: BucketOptions,
  { name, toError }: Use,
) {
  const { endpoint, region } = options
  const { accessKey: accessKeyId, secretKey: secretAccessKey } = options
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })

  /** Keeps only the name of the error, whose message could contain the access key and a signature. */
  const orUnavailable = async <Result>(request: Promise<Result>): Promise<Result> => {
    try {
      return await request
    } catch (error) {
      const cause = error instanceof Error ? error.name : 'unknown error'
      throw toError(`the ${name} is unavailable: ${cause}`)
    }
  }
  /** Without the code, a misspelt bucket would look like a missing object. */
  const isMissing = async (response: Response) =>
    response.status === 404 &&
    (await orUnavailable(response.text())).includes('<Code>NoSuchKey</Code>')
  const requireSuccess = ({ ok, status }: Response) => {
    if (!ok) throw toError(`the ${name} returned status ${status}`)
  }
  const send = async (
    method: Method,
    key: string,
    { body = new Uint8Array(), headers }: { body?: Uint8Array<ArrayBuffer>; headers?: object } = {},
  ) => {
    refuseInTransaction(`a request to the ${name}`)
    // Most S3-compatible services do not support bucket names in the host.
    const url = `${endpoint.replace(/\/$/, '')}/${encodeURIComponent(bucket)}/${key}`
    const init = {
      method,
      headers: { 'x-amz-content-sha256': hash('sha256', body), ...headers },
      ...(method === 'PUT' && { body }),
    }
    return orUnavailable(
      withRetry(async () => {
        const signed = await signer.sign(url, init)
        return fetch(signed, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
      }),
    )
  }

  return {
    async write(key: string, bytes: Uint8Array, headers: Record<string, string>): Promise<void> {
      requireSuccess(await send('PUT', key, { body: new Uint8Array(bytes), headers }))
    },

    async read(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const response = await send('GET', key)
      if (await isMissing(response)) return undefined
      requireSuccess(response)
      return new Uint8Array(await orUnavailable(response.arrayBuffer()))
    },

    async delete(key: string): Promise<void> {
      const response = await send('DELETE', key)
      // Some services answer so where others answer that nothing is left.
      if (!(await isMissing(response))) requireSuccess(response)
    },
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
