import { createHash, createHmac } from 'node:crypto'

import { Hono } from 'hono'

import { startLocalFetchServer } from './local-server.ts'

type Override = (request: Request) => Response | Promise<Response>
type Fault = { status: 400 | 403 | 404; code: string }

/**
 * A fake S3 service with one bucket on a local port. Supports path-style URLs, checks signatures (version 4) and content
 * hashes, and responds with S3's errors.
 */
export async function openFakeS3({
  accessKey = 'AKIAFAKE00000000TEST',
  secretKey = 'a secret key of the fake',
} = {}) {
  const options = { region: 'eu-west-1', bucket: 'ajo-images', accessKey, secretKey }
  const objects = new Map<string, { bytes: Uint8Array<ArrayBuffer>; headers: Headers }>()
  const overrides: Override[] = []

  const app = new Hono()
  app.all('*', async (c) => {
    const override = overrides.shift()
    if (override) return override(c.req.raw)
    const bytes = new Uint8Array(await c.req.arrayBuffer())
    const fault = findFault(c.req.raw, bytes, options)
    if (fault) return toErrorResponse(fault)
    const [bucket = '', ...path] = new URL(c.req.url).pathname.slice(1).split('/')
    const key = path.join('/')
    if (bucket !== options.bucket) return toErrorResponse({ status: 404, code: 'NoSuchBucket' })
    if (c.req.method === 'PUT') {
      objects.set(key, { bytes, headers: c.req.raw.headers })
      return c.body(null, 200, { etag: `"${createHash('md5').update(bytes).digest('hex')}"` })
    }
    if (c.req.method === 'DELETE') {
      objects.delete(key)
      return c.body(null, 204)
    }
    const found = objects.get(key)
    if (!found) return toErrorResponse({ status: 404, code: 'NoSuchKey' })
    return c.body(found.bytes, 200, { 'content-type': found.headers.get('content-type') ?? '' })
  })

  const { origin, close } = await startLocalFetchServer((request) => app.fetch(request))
  return { options: { ...options, endpoint: origin }, objects, overrides, close }
}

type Keys = { region: string; accessKey: string; secretKey: string }

function findFault(request: Request, bytes: Uint8Array, keys: Keys): Fault | undefined {
  const { headers } = request
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/
  const [, credential = '', signed = '', signature] =
    authorization.exec(headers.get('authorization') ?? '') ?? []
  const [accessKey, ...scope] = credential.split('/')
  if (signature === undefined) return { status: 403, code: 'AccessDenied' }
  if (accessKey !== keys.accessKey) return { status: 403, code: 'InvalidAccessKeyId' }
  if (headers.get('x-amz-content-sha256') !== sha256(bytes))
    return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  const expected = sign(request, { scope, signed: signed.split(';'), keys })
  return signature === expected ? undefined : { status: 403, code: 'SignatureDoesNotMatch' }
}

type Signing = { scope: string[]; signed: string[]; keys: Keys }

function sign(request: Request, { scope, signed, keys }: Signing): string {
  const { pathname, searchParams } = new URL(request.url)
  searchParams.sort()
  const { headers, method } = request
  const canonical = [
    method,
    pathname,
    searchParams.toString().replaceAll('+', '%20'),
    ...signed.map((name) => `${name}:${(headers.get(name) ?? '').trim()}`),
    '',
    signed.join(';'),
    headers.get('x-amz-content-sha256') ?? '',
  ].join('\n')
  const [day = ''] = scope
  const text = ['AWS4-HMAC-SHA256', headers.get('x-amz-date'), scope.join('/'), sha256(canonical)]
  const key = [day, keys.region, 's3', 'aws4_request'].reduce<Buffer>(
    (secret, part) => hmac(secret, part),
    Buffer.from(`AWS4${keys.secretKey}`),
  )
  return hmac(key, text.join('\n')).toString('hex')
}

const sha256 = (value: string | Uint8Array) => createHash('sha256').update(value).digest('hex')
const hmac = (key: Buffer, value: string) => createHmac('sha256', key).update(value).digest()

function toErrorResponse({ status, code }: Fault): Response {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`
  return new Response(body, { status, headers: { 'content-type': 'application/xml' } })
}
