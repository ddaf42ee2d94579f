import { afterAll, describe, expect, it } from 'vitest'

import { openFakeS3 } from '#test/fakes/s3.ts'

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
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-amz-acl')).toBeNull()
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
