import { brotliDecompressSync } from 'node:zlib'

import { expect, it, vi } from 'vitest'

import { openCompressedTexts } from './response-cache.ts'

const text = Array.from({ length: 400 }, (_, index) => `<p>${index ** 3} naira</p>`).join('')

it('compresses a text densely that comes a second time, and sends that from then on', async () => {
  const { compress } = openCompressedTexts()
  const first = await compress(text, 'br')
  expect((await compress(text, 'br')).etag).toBe(first.etag)

  const dense = await vi.waitFor(async () => {
    const response = await compress(text, 'br')
    expect(response.body.byteLength).toBeLessThan(first.body.byteLength)
    return response
  })
  // A browser that has the text in other bytes need not load it again.
  expect(dense.etag).toBe(first.etag)
  expect(brotliDecompressSync(dense.body).toString()).toBe(text)
  // The same bytes: they are not made again.
  expect((await compress(text, 'br')).body).toBe(dense.body)
})

it('differs by text and by encoding', async () => {
  const { compress } = openCompressedTexts()
  const all = [
    await compress(text, 'br'),
    await compress(text, 'gzip'),
    await compress(text, 'identity'),
    await compress(`${text}.`, 'identity'),
  ]
  expect(new Set(all.map(({ etag }) => etag)).size).toBe(4)
})
