import { describe, expect, it } from 'vitest'

import { matchRoutes } from '#web/router/match-routes.ts'
import type { KnownRoute } from '#web/router/route.ts'

import { type PageHandle, routes } from './routes.tsx'

const matchScreen = (path: string) => matchRoutes(routes, path)?.at(-1)?.route
const getHandle = (route: KnownRoute | undefined) => route?.handle as PageHandle | undefined

const listRoutes = (tree: readonly KnownRoute[]): KnownRoute[] =>
  tree.flatMap((route) => [route, ...listRoutes(route.children)])

it('responds with 404 to unknown paths', () => {
  for (const path of ['/nowhere', '/dashboard/nowhere'])
    expect(getHandle(matchScreen(path))?.status).toBe(404)
})

it('loads a component for every route', async () => {
  const lazyRoutes = listRoutes(routes).filter((route) => route.lazy !== undefined)
  const loads = lazyRoutes.map(({ lazy }) => (lazy as () => Promise<{ Component: unknown }>)())
  for (const { Component } of await Promise.all(loads)) expect(Component).toBeTypeOf('function')
})

describe('the bundle of public pages', () => {
  it('contains the screen of every route that it hydrates, and no other', async () => {
    document.body.innerHTML = '<script type="application/json" id="page-data">{}</script>'
    const { screens } = await import('../visit.tsx')
    const hydrated = listRoutes(routes).filter((route) => getHandle(route)?.script === 'visit')
    // One screen may stand at several addresses.
    const files = new Set(hydrated.map(({ id }) => `/${id}`))
    expect([...files].toSorted()).toEqual(Object.keys(screens).toSorted())
  })

  it('hydrates every public page', () => {
    const publicRoutes = listRoutes(routes).filter(({ id }) => id?.startsWith('web/pages/public/'))
    expect(publicRoutes).toHaveLength(38)
    for (const route of publicRoutes) expect(getHandle(route)?.script).toBe('visit')
  })
})
