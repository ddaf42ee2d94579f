import { describe, expect, it } from 'vitest'

import { matchRoutes } from '#web/router/match-routes.ts'
import type { KnownRoute } from '#web/router/route.ts'

import { type PageHandle, routes } from './routes.tsx'

const matchScreen = (path: string) => matchRoutes(routes, path)?.at(-1)?.route
const getHandle = (route: KnownRoute | undefined) => route?.handle as PageHandle | undefined

const listRoutes = (tree: readonly KnownRoute[]): KnownRoute[] =>
  tree.flatMap((route) => [route, ...listRoutes(route.children)])

it.each([
  ['/', 'pages/public/landing'],
  ['/signup', 'pages/account/sign-up'],
  ['/login', 'pages/account/login'],
  ['/forgot-password', 'pages/account/forgot-password'],
  ['/reset-password-confirm', 'pages/account/reset-password-confirm'],
  ['/reset-password', 'pages/account/reset-password'],
  ['/email-verification', 'pages/account/email-verification'],
  ['/email-verified-success', 'pages/account/email-verified-success'],
  ['/handle-action', 'pages/account/handle-action'],
  ['/dashboard/overview', 'pages/dashboard/overview'],
  ['/dashboard/campaigns', 'pages/dashboard/campaigns'],
  ['/dashboard/campaigns/create', 'pages/dashboard/create-campaign'],
  ['/dashboard/campaign/1', 'pages/dashboard/campaign'],
  ['/dashboard/campaign/1/edit', 'pages/dashboard/edit-campaign'],
  ['/dashboard/campaign/1/donate', 'pages/dashboard/donate'],
  ['/dashboard/campaign/1/money', 'pages/dashboard/payouts'],
  ['/dashboard/transactions', 'pages/dashboard/transactions'],
  ['/dashboard/admin', 'pages/staff/admin'],
  ['/dashboard/statement', 'pages/dashboard/statement'],
  ['/dashboard/settings', 'pages/dashboard/settings'],
  ['/dashboard/profile', 'pages/dashboard/profile'],
  ['/dashboard/reviews', 'pages/staff/reviews'],
  ['/dashboard/reviews/evidence', 'pages/staff/evidence-list'],
  ['/dashboard/reviews/evidence/1', 'pages/staff/evidence-item'],
  ['/dashboard/disputes', 'pages/staff/disputes'],
  ['/dashboard/disputes/1', 'pages/staff/dispute'],
  ['/dashboard/anything/else', 'pages/dashboard/not-found'],
  ['/campaigns', 'pages/public/campaigns'],
  ['/campaigns/health', 'pages/public/campaigns'],
  ['/c/a-well', 'pages/public/campaign'],
  ['/c/a-well/donate', 'pages/public/donate'],
  ['/c/a-well/report', 'pages/public/report'],
  ['/c/a-well/ledger', 'pages/public/ledger'],
  ['/donations/code', 'pages/public/donation'],
  ['/payee/token', 'pages/public/payee'],
  ['/unsubscribe/link', 'pages/public/unsubscribe'],
  ['/follow/link', 'pages/public/mail-link'],
  ['/confirm-address/link', 'pages/public/mail-link'],
  ['/claim-transfer/link', 'pages/public/mail-link'],
  ['/c/a-well/transfer', 'pages/public/transfer'],
  ['/report-message/link', 'pages/public/mail-link'],
  ['/confirm-question/link', 'pages/public/mail-link'],
  ['/c/a-well/ask', 'pages/public/ask-organiser'],
  ['/secure-account/link', 'pages/public/secure-account'],
  ['/stop-refund/link', 'pages/public/mail-link'],
  ['/verify', 'pages/public/verify'],
  ['/verify/code', 'pages/public/verify'],
  ['/terms', 'pages/public/terms'],
  ['/privacy', 'pages/public/privacy'],
  ['/fees', 'pages/public/fees'],
  ['/help', 'pages/public/help'],
  ['/refunds', 'pages/public/refunds'],
  ['/offline', 'pages/public/offline'],
])('%s shows the screen %s', (path, name) => {
  expect(matchScreen(path)?.id).toBe(`web/${name}.tsx`)
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
    // One screen may stand at several addresses.
    const files = new Set(hydrated.map(({ id }) => `/${id}`))
    expect([...files].toSorted()).toEqual(Object.keys(screens).toSorted())
  })

  it('hydrates every public page', () => {
    const publicRoutes = listRoutes(routes).filter(({ id }) => id?.startsWith('web/pages/public/'))
    expect(publicRoutes).toHaveLength(37)
    for (const route of publicRoutes) expect(getHandle(route)?.script).toBe('visit')
  })
})
