import { afterAll, describe, expect, it } from 'vitest'

import { openFakeS3 } from '#test/support/providers/s3.ts'

import { imageStorageContract } from './image-storage.contract.ts'
import { ImageStorageUnavailable } from './image-storage.ts'
import { s3ImageStorage } from './s3-storage.ts'

const fake = await openFakeS3()
afterAll(() => fake.close())
const { options } = fake
const key = 'a'.repeat(64)

imageStorageContract('in a bucket', async () => s3ImageStorage(options))

describe('the image bucket', () => {
  it('stores images with their type, without an ACL and cacheable forever', async () => {
    await s3ImageStorage(options).write(key, new Uint8Array([1, 2, 3]))
    const { headers } = fake.objects.get(key) ?? { headers: new Headers() }
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toBe('public, max-age=86400')
    expect(headers.get('x-amz-acl')).toBeNull()
  })

  it('stores private files under their prefix with their own headers', async () => {
    const headers = { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' }
    const storage = s3ImageStorage({ ...options, prefix: 'documents/', headers })
    await storage.write(key, new Uint8Array([7]))
    const stored = fake.objects.get(`documents/${key}`)
    expect(stored?.headers.get('cache-control')).toBe('no-store')
    expect(await storage.read(key)).toEqual(new Uint8Array([7]))
    expect(await s3ImageStorage(options).read(key)).not.toEqual(new Uint8Array([7]))
    await storage.delete(key)
    expect(await storage.read(key)).toBeUndefined()
  })

  it('deletes an object that the service does not have, also if the service says so', async () => {
    fake.overrides.push(
      () => new Response('<Error><Code>NoSuchKey</Code></Error>', { status: 404 }),
    )
    await s3ImageStorage(options).delete(key)
    fake.overrides.push(
      () => new Response('<Error><Code>NoSuchBucket</Code></Error>', { status: 404 }),
    )
    await expect(s3ImageStorage(options).delete(key)).rejects.toThrow('returned status 404')
  })

  it.each([
    ['a wrong secret', { secretKey: 'another' }],
    ['an unknown key', { accessKey: 'AKIAUNKNOWN' }],
    ['an unknown bucket', { bucket: 'unknown-bucket' }],
    ['no server at the endpoint', { endpoint: 'http://127.0.0.1:9' }],
  ])('is unavailable with %s, and its error contains no keys', async (_name, override) => {
    const storage = s3ImageStorage({ ...options, ...override })
    for (const request of [
      () => storage.write(key, new Uint8Array([1])),
      () => storage.delete(key),
    ]) {
      const error: unknown = await request().catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(ImageStorageUnavailable)
      const printed = JSON.stringify(error, Object.getOwnPropertyNames(error))
      expect(printed).not.toMatch(/secret key of the fake|AKIA|Signature=/)
    }
  })

  it.each([
    ['fails', () => new Response('<Error/>', { status: 500 })],
    ['is busy', () => new Response('', { status: 503 })],
    ['responds with HTML', () => new Response('<h1>', { status: 403 })],
    ['does not respond', () => new Promise<Response>(() => {})],
  ])('is unavailable when the service %s', async (_name, respond) => {
    const storage = s3ImageStorage({ ...options, timeoutMs: 1_000 })
    fake.overrides.push(respond, respond)
    await expect(storage.read(key)).rejects.toThrow(ImageStorageUnavailable)
    fake.overrides.length = 0
  })
})
