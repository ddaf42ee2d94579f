import { describe, expect, it } from 'vitest'

import { openWorld } from '#test/architecture/matrix-world.ts'

const world = await openWorld()
const { app, people } = world

const unsafe = new Set(
  app.routes
    .filter(({ method }) => !['GET', 'HEAD', 'ALL'].includes(method))
    .map(({ method, path }) => `${method} ${path}`),
)
/** Proven by a signature or by a mailed link, or only looking; see server/http/host-and-origin.ts. */
const open = new Set([
  'POST /webhooks/paystack',
  'POST /api/account/reset/check',
  'POST /unsubscribe/:id',
])

const origins: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:8080' },
  { origin: 'https://localhost' },
  { origin: 'http://evil.localhost' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'http://localhost@evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
]
const types = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  undefined,
]

describe('cross-site request forgery', () => {
  it('has every unsafe address to try', () => {
    expect(unsafe.size).toBeGreaterThan(30)
    for (const route of open) expect(unsafe).toContain(route)
  })

  it.each([...unsafe].filter((route) => !open.has(route)))(
    'is refused at %s, and changes nothing',
    async (route) => {
      const [method = '', path = ''] = route.split(' ')
      const at = path.replaceAll(/:\w+/g, world.campaigns.owners.id).replace('*', 'login')
      const cookie = people.admin?.cookie ?? ''
      for (const origin of origins)
        for (const type of types) {
          const headers = { cookie, ...origin, ...(type !== undefined && { 'content-type': type }) }
          const answer = await app.request(at, { method, headers, body: '{}' })
          expect({ status: answer.status, origin, type }).toEqual({ status: 403, origin, type })
        }
      expect(await world.store.changed()).toEqual([])
    },
  )
})
