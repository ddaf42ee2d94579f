import { expect, it, vi } from 'vitest'

import { createRequestHandler } from '#server/app.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openTestApp } from '#test/support/servers/app.ts'
import { openBuiltPages } from '#test/support/servers/built-pages.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { ada, testOrigin } from '#test/support/people/people.ts'
import { paths } from '#web/navigation/paths.ts'

const { database } = await testDatabase()
const pages = await openBuiltPages()

async function openLoggedApp() {
  const lines: string[] = []
  const log = openLog('trace', { write: (line: string) => void lines.push(line) })
  const services = await openTestApp(database, { log, pages })
  const handle = createRequestHandler(services)
  const send = async (method: string, path: string, body?: string) => {
    const headers = {
      origin: testOrigin,
      'content-type': path.startsWith('/api')
        ? 'application/json'
        : 'application/x-www-form-urlencoded',
    }
    const init = { method, headers: method === 'GET' ? {} : headers, ...(body && { body }) }
    return handle(new Request(testOrigin + path, init), {})
  }
  const toEntry = (line: string) => JSON.parse(line) as { msg: string; route?: string }
  const listRoutes = () =>
    lines.map(toEntry).flatMap(({ msg, route }) => (msg === 'request' ? (route ?? '') : []))
  return { ...services, lines, send, listRoutes }
}

const canary = 'canary_'.padEnd(86, 'x')
/** A path of the route with a secret in each of its parameters and in its query. */
const withCanary = (pattern: string) =>
  `${pattern.replaceAll(/:\w+(\{[^}]*\})?|\*/g, canary)}?oobCode=${canary}&code=${canary}`

it('logs no token that stands in a path, a query or a form, on any route', async () => {
  // The router warns in development only.
  using _silent = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { app, lines, send } = await openLoggedApp()
  const routes = app.routes.filter(({ method }) => method !== 'ALL')
  const pageRoutes = [...Object.values(paths), `${paths.verify}/:code`, `/nothing/${canary}`]
  const requests = [
    ...routes.map(({ method, path }) => ({ method, path })),
    ...pageRoutes.flatMap((path) => [
      { method: 'GET', path },
      { method: 'POST', path },
    ]),
  ]

  for (const { method, path } of requests) {
    const isApi = path.startsWith('/api')
    const body = isApi ? JSON.stringify({ code: canary, token: canary }) : `code=${canary}`
    await send(method, withCanary(path), method === 'GET' ? undefined : body)
  }

  expect(requests.length).toBeGreaterThan(100)
  expect(lines.length).toBeGreaterThanOrEqual(requests.length)
  expect(lines.filter((line) => line.includes('canary_'))).toEqual([])
}, 120_000)

it('logs the pattern of the route that answered, also when the response was cached', async () => {
  const { content, send, listRoutes } = await openLoggedApp()
  const { slug } = await insertCampaignBy(content, ada, 'approved')

  for (const path of [
    `/donations/${canary}`,
    `/api/donations/${canary}`,
    `/unsubscribe/${canary}`,
    `/c/${slug}`,
    `/c/${slug}`,
    '/api/campaigns',
    '/dashboard/campaign/abc/edit',
    '/nothing/here',
  ])
    await send('GET', path)
  await send('POST', `/unsubscribe/${canary}`)

  // Pages read the API in process, several routes at the same time, so the order says nothing.
  expect(listRoutes().toSorted()).toEqual([
    '/*',
    '/api/campaigns',
    '/api/campaigns/:id/edits',
    '/api/campaigns/:id/public-documents',
    '/api/campaigns/:id/supporters',
    '/api/campaigns/:id/trust',
    '/api/campaigns/:id/updates',
    '/api/campaigns/by-slug/:id',
    '/api/donations/:id',
    '/api/donations/:id',
    '/api/session',
    '/c/:slug',
    '/c/:slug',
    '/dashboard/campaign/:id/edit',
    '/donations/:accessCode',
    '/unsubscribe/:id',
    '/unsubscribe/:token',
  ])
})
