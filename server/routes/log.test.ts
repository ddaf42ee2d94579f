import { beforeAll, describe, expect, it } from 'vitest'

import { openCheckpoint } from '#shared/transparency/checkpoint.ts'
import { decodeBundle, formatTilePath, listNewTiles } from '#shared/transparency/tiles.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'

const { database, owner } = await testDatabase()
const at = await openLogApp({ database, owner })

const get = (path: string) => at.app.request(`/log/${path}`)

beforeAll(async () => {
  await at.transparency.advance()
  await at.donate('ola@example.com')
  await at.donate('tunde@example.com')
  await at.transparency.advance()
})

describe('/log', () => {
  it('serves the checkpoint for a few seconds, to every site and without a cookie', async () => {
    const response = await get('checkpoint')

    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=2',
      'access-control-allow-origin': '*',
    })
    expect(response.headers.get('set-cookie')).toBeNull()
    const bytes = new Uint8Array(await response.arrayBuffer())
    const checkpoint = await openCheckpoint(bytes, await at.readLogKey())
    expect(checkpoint).toMatchObject({ origin: 'localhost/log/sandbox', size: 4 })
  })

  it('serves every tile of every size, which never changes', async () => {
    for (const size of [1, 2, 3])
      for (const name of listNewTiles(0, size)) {
        const response = await get(formatTilePath(name))
        expect(response.status).toBe(200)
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        const bytes = new Uint8Array(await response.arrayBuffer())
        const count = name.level === -1 ? decodeBundle(bytes).length : bytes.length / 32
        expect(count).toBe(name.width)
      }
  })

  it.each([
    'tile/0/000',
    'tile/0/000.p/5',
    'tile/0/000.p/03',
    'tile/entries/001.p/1',
    'tile/1/000.p/1',
    'tile/data/000',
    'nothing',
  ])('answers that %s is not there, for no cache to keep', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('serves the keys as a policy', async () => {
    expect(await (await get('policy')).text()).toMatch(
      /^log localhost\/log\/sandbox\+[0-9a-f]{8}\+\S+\nquorum none\n$/,
    )
  })
})
