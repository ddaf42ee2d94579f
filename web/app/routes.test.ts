import { describe, expect, it } from 'vitest'

import { matchRoutes } from '#web/router/match-routes.ts'
import type { KnownRoute } from '#web/router/route.ts'

import type { PageHandle } from './routes.tsx'
import { routes } from './routes.tsx'

const matchScreen = (path: string) => matchRoutes(routes, path)?.at(-1)?.route
const getHandle = (route: KnownRoute | undefined) => route?.handle as PageHandle | undefined

const listRoutes = (tree: readonly KnownRoute[]): KnownRoute[] =>
  tree.flatMap((route) => [route, ...listRoutes(route.children)])

it.each([
  ['/', 'public/landing'],
  ['/signup', 'account/sign-up'],
  ['/login', 'account/login'],
  ['/forgot-password', 'account/forgot-password'],
  ['/reset-password-confirm', 'account/reset-password-confirm'],
  ['/reset-password', 'account/reset-password'],
  ['/email-verification', 'account/email-verification'],
  ['/email-verified-success', 'account/email-verified-success'],
  ['/handle-action', 'account/handle-action'],
  ['/dashboard/overview', 'dashboard/overview'],
  ['/dashboard/campaigns', 'dashboard/campaigns'],
  ['/dashboard/campaigns/create', 'dashboard/create-campaign'],
  ['/dashboard/campaign/1', 'dashboard/campaign'],
  ['/dashboard/campaign/1/edit', 'dashboard/edit-campaign'],
  ['/dashboard/campaign/1/donate', 'dashboard/donate'],
  ['/dashboard/campaign/1/money', 'dashboard/payouts'],
  ['/dashboard/transactions', 'dashboard/transactions'],
  ['/dashboard/admin', 'dashboard/admin'],
  ['/dashboard/statement', 'dashboard/statement'],
  ['/dashboard/settings', 'dashboard/settings'],
  ['/dashboard/profile', 'dashboard/profile'],
  ['/dashboard/reviews', 'dashboard/reviews'],
  ['/dashboard/reviews/evidence', 'evidence/evidence-list'],
  ['/dashboard/reviews/evidence/1', 'evidence/evidence-item'],
  ['/dashboard/disputes', 'dashboard/disputes'],
  ['/dashboard/disputes/1', 'dashboard/dispute'],
  ['/dashboard/anything/else', 'dashboard/not-found'],
  ['/campaigns', 'public/campaigns'],
  ['/campaigns/health', 'public/campaigns'],
  ['/c/a-well', 'public/campaign'],
  ['/c/a-well/donate', 'public/donate'],
  ['/c/a-well/report', 'public/report'],
  ['/c/a-well/ledger', 'public/ledger'],
  ['/donations/code', 'public/donation'],
  ['/payee/token', 'public/payee'],
  ['/unsubscribe/link', 'public/unsubscribe'],
  ['/follow/link', 'public/follow'],
  ['/confirm-address/link', 'public/confirm-address'],
  ['/claim-transfer/link', 'public/claim-transfer'],
  ['/c/a-well/transfer', 'public/transfer'],
  ['/report-message/link', 'public/report-message'],
  ['/confirm-question/link', 'public/confirm-question'],
  ['/c/a-well/ask', 'public/ask-organiser'],
  ['/secure-account/link', 'public/secure-account'],
  ['/verify', 'public/verify'],
  ['/verify/code', 'public/verify'],
  ['/terms', 'public/terms'],
  ['/privacy', 'public/privacy'],
  ['/fees', 'public/fees'],
  ['/help', 'public/help'],
  ['/refunds', 'public/refunds'],
])('%s shows the screen %s', (path, name) => {
  expect(matchScreen(path)?.id).toBe(`web/screens/${name}.tsx`)
})

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
    expect(hydrated.map(({ id }) => `/${id}`).toSorted()).toEqual(Object.keys(screens).toSorted())
  })

  it('hydrates every public page', () => {
    const publicRoutes = listRoutes(routes).filter(({ id }) =>
      id?.startsWith('web/screens/public/'),
    )
    expect(publicRoutes).toHaveLength(35)
    for (const route of publicRoutes) expect(getHandle(route)?.script).toBe('visit')
  })
})
