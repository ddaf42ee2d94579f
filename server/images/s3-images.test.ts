import { afterAll, describe, expect, it } from 'vitest'

import { openS3Twin } from '#test/fakes/s3.ts'

import { imagesContract } from './images.contract.ts'
import { ImagesUnavailable } from './images.ts'
import { s3Images } from './s3-images.ts'

const twin = await openS3Twin()
afterAll(() => twin.close())
const { options } = twin
const key = 'a'.repeat(64)

imagesContract('in a bucket', async () => s3Images(options))

describe('a bucket of pictures', () => {
  it('keeps them as what they are, and for ever', async () => {
    await s3Images(options).write(key, new Uint8Array([1, 2, 3]))
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
    const images = s3Images({ ...options, ...wrong })
    for (const ask of [() => images.write(key, new Uint8Array([1])), () => images.delete(key)]) {
      const error: unknown = await ask().catch((cause: unknown) => cause)
      expect(error).toBeInstanceOf(ImagesUnavailable)
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
    const images = s3Images({ ...options, patienceMs: 1_000 })
    twin.instead.push(answer, answer)
    await expect(images.read(key)).rejects.toThrow(ImagesUnavailable)
    twin.instead.length = 0
  })
})
