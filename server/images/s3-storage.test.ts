import { afterAll, describe, expect, it } from 'vitest'

import { openFakeS3 } from '#test/fakes/s3.ts'

import { imageStorageContract } from './image-storage.contract.ts'
import { ImageStorageUnavailable } from './image-storage.ts'
import { s3ImageStorage } from './s3-storage.ts'

const twin = await openFakeS3()
afterAll(() => twin.close())
const { options } = twin
const key = 'a'.repeat(64)

imageStorageContract('in a bucket', async () => s3ImageStorage(options))

describe('a bucket of pictures', () => {
  it('keeps them as what they are, and for ever', async () => {
    await s3ImageStorage(options).write(key, new Uint8Array([1, 2, 3]))
    const { headers } = twin.objects.get(key) ?? { headers: new Headers() }
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-amz-acl')).toBeNull()
  })

  it.each([
    ['a wrong secret', { secretKey: 'another' }],
    ['an unknown key', { accessKey: 'AKIAUNKNOWN' }],
    ['a bucket that is not there', { bucket: 'nobodys-bucket' }],
    ['nobody at the other end', { endpoint: 'http://127.0.0.1:9' }],
  ])('is unavailable with %s, and says nothing of the keys', async (_what, wrong) => {
    const images = s3ImageStorage({ ...options, ...wrong })
    for (const ask of [() => images.write(key, new Uint8Array([1])), () => images.delete(key)]) {
      const error: unknown = await ask().catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(ImageStorageUnavailable)
      const told = JSON.stringify(error, Object.getOwnPropertyNames(error))
      expect(told).not.toMatch(/secret key of the twin|AKIA|Signature=/)
    }
  })

  it.each([
    ['fails', () => new Response('<Error/>', { status: 500 })],
    ['is busy', () => new Response('', { status: 503 })],
    ['answers with a page', () => new Response('<h1>', { status: 403 })],
    ['never answers', () => new Promise<Response>(() => {})],
  ])('is unavailable when the service %s', async (_how, answer) => {
    const images = s3ImageStorage({ ...options, timeoutMs: 1_000 })
    twin.instead.push(answer, answer)
    await expect(images.read(key)).rejects.toThrow(ImageStorageUnavailable)
    twin.instead.length = 0
  })
})
