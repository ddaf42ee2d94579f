import { matchRoutes } from 'react-router'
import { expect, it } from 'vitest'

import { routes, type PageHandle } from './routes.tsx'

const screenAt = (path: string) => matchRoutes(routes, path)?.at(-1)?.route

it.each([
  ['/', 'landing'],
  ['/signup', 'sign-up'],
  ['/login', 'login'],
  ['/forgot-password', 'forgot-password'],
  ['/reset-password-confirm', 'reset-password-confirm'],
  ['/reset-password', 'reset-password'],
  ['/email-verification', 'email-verification'],
  ['/email-verified-success', 'email-verified-success'],
  ['/handle-action', 'handle-action'],
  ['/dashboard/overview', 'dashboard/overview'],
  ['/dashboard/campaigns', 'dashboard/campaigns'],
  ['/dashboard/campaigns/create', 'dashboard/create-campaign'],
  ['/dashboard/campaign/1', 'dashboard/campaign'],
  ['/dashboard/campaign/1/edit', 'dashboard/edit-campaign'],
  ['/dashboard/campaign/1/donate', 'dashboard/donate'],
  ['/dashboard/campaign/1/money', 'dashboard/payouts'],
  ['/dashboard/transactions', 'dashboard/transactions'],
  ['/dashboard/admin', 'dashboard/admin'],
  ['/unsubscribe/link', 'unsubscribe'],
  ['/dashboard/statement', 'dashboard/statement'],
  ['/dashboard/settings', 'dashboard/settings'],
  ['/dashboard/profile', 'dashboard/profile'],
  ['/dashboard/anything/else', 'dashboard/not-found'],
  ['/c/a-well', 'public-campaign'],
  ['/c/a-well/donate', 'public-donate'],
  ['/donations/code', 'receipt'],
  ['/verify', 'verify'],
  ['/verify/code', 'verify'],
  ['/terms', 'terms'],
  ['/privacy', 'privacy'],
  ['/fees', 'fees'],
  ['/help', 'help'],
  ['/refunds', 'refunds'],
])('shows at %s the screen %s', (path, name) => {
  expect(screenAt(path)?.id).toBe(`web/screens/${name}.tsx`)
})

it('answers an address that nobody knows as not found', () => {
  for (const path of ['/nowhere', '/dashboard/nowhere'])
    expect((screenAt(path)?.handle as PageHandle | undefined)?.status).toBe(404)
})
