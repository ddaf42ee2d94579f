import { beforeEach, expect, it } from 'vitest'

import { intent, lastPath } from '#web/navigation/carried-values.ts'
import { memoryHistory } from '#test/support/web/memory-history.ts'
import { identifyRoutes } from '#web/router/route.ts'
import { createRouter, type Router } from '#web/router/router.ts'

import { recordVisits } from './record-visits.ts'

const fails = () => {
  throw new Error('no such campaign')
}
const screen = (path: string) => ({ path, element: null })

let router: Router

beforeEach(() => {
  document.cookie = 'lastPath=; Path=/; Max-Age=0'
  const missing = { path: '/dashboard/*', element: null, handle: { status: 404 } }
  const failing = { path: '/c/gone', loader: fails, element: null, errorElement: null }
  const routes = identifyRoutes([
    ...['/', '/terms', '/login', '/dashboard/campaigns', '/c/:slug'].map(screen),
    screen('/dashboard/campaigns/create'),
    failing,
    missing,
  ])
  router = createRouter(routes, { history: memoryHistory('/') })
  recordVisits(router)
})

it('keeps the last page of the dashboard or of a campaign, with its query', async () => {
  await router.navigate('/c/a-well')
  expect(lastPath.read()).toBe('/c/a-well')
  await router.navigate('/dashboard/campaigns?category=Health')
  expect(lastPath.read()).toBe('/dashboard/campaigns?category=Health')
})

it.each(['/', '/terms', '/login', '/c/gone', '/dashboard/nothing-here'])(
  'does not keep %s',
  async (path) => {
    await router.navigate('/dashboard/campaigns')
    await router.navigate(path)
    expect(lastPath.read()).toBe('/dashboard/campaigns')
  },
)

it('forgets what the person wanted to do when the page is reached', async () => {
  document.cookie = `intent=${encodeURIComponent('/dashboard/campaigns/create')}; Path=/`
  await router.navigate('/dashboard/campaigns')
  expect(intent.read()).toBe('/dashboard/campaigns/create')
  await router.navigate('/dashboard/campaigns/create')
  expect(intent.read()).toBeUndefined()
})
