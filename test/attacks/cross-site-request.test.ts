import { describe, expect, it } from 'vitest'

import { openWorld } from '#test/architecture/matrix-world.ts'

const world = await openWorld()
const { app, people } = world

const unsafeRoutes = new Set(
  app.routes
    .filter(({ method }) => !['GET', 'HEAD', 'ALL'].includes(method))
    .map(({ method, path }) => `${method} ${path}`),
)
/** Routes that are protected by a signature or a mailed link, or that change nothing (server/platform/http/request-checks.ts). */
const exemptRoutes = new Set([
  'POST /webhooks/paystack',
  'POST /webhooks/sanity',
  'POST /api/account/reset/check',
  'POST /api/account/recovery/check',
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
const contentTypes = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  undefined,
]

describe('cross-site request forgery', () => {
  it('covers every unsafe route', () => {
    expect(unsafeRoutes.size).toBeGreaterThan(30)
    for (const route of exemptRoutes) expect(unsafeRoutes).toContain(route)
  })

  it.each([...unsafeRoutes].filter((route) => !exemptRoutes.has(route)))(
    'is refused at %s and changes nothing',
    async (route) => {
      const [method = '', path = ''] = route.split(' ')
      const target = path.replaceAll(/:\w+/g, world.campaigns.owners.id).replace('*', 'login')
      const cookie = people.admin?.cookie ?? ''
      for (const origin of origins)
        for (const type of contentTypes) {
          const headers = { cookie, ...origin, ...(type !== undefined && { 'content-type': type }) }
          const response = await app.request(target, { method, headers, body: '{}' })
          expect({ status: response.status, origin, type }).toEqual({ status: 403, origin, type })
        }
      expect(await world.store.changed()).toEqual([])
    },
  )
})
