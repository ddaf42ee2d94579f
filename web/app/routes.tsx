import { redirect, type RouteObject } from 'react-router'

import { paths } from '../paths.ts'
import { ErrorScreen } from './error-screen.tsx'
import { Root } from './root.tsx'

/** What the server needs to know about a route before it renders it. */
export type PageHandle = {
  /** The answer is the same for every visitor and whatever the query, so the document may be kept. */
  sameForAll?: boolean
  /** Taken over by `visit.tsx`, which is small and lets the browser do the navigating. */
  forVisitors?: boolean
  /** Rendered by the browser; the server sends the frame. */
  inBrowser?: boolean
  /** The status of the document, where it is not 200. */
  status?: number
}

const screens = import.meta.glob<object>(['../screens/**/*.tsx', '!**/*.test.tsx'])

/** A screen in a chunk of its own. Its id is its source file: the server finds the chunk by it. */
function screen(name: string, path: string, handle: PageHandle = {}): RouteObject[] {
  const load = screens[`../screens/${name}.tsx`]
  return load ? [{ id: `web/screens/${name}.tsx`, path, handle, lazy: load }] : []
}

/** Every address of the product (specification §2, readings P1 and M6), for the server and the browser alike. */
export const routes: RouteObject[] = [
  {
    id: 'web/app/root.tsx',
    Component: Root,
    ErrorBoundary: ErrorScreen,
    children: [
      ...screen('landing', paths.landing, { sameForAll: true, forVisitors: true }),
      ...screen('sign-up', paths.signUp),
      ...screen('login', paths.login),
      ...screen('forgot-password', paths.forgotPassword),
      ...screen('reset-password-confirm', paths.resetPasswordConfirm),
      ...screen('reset-password', paths.resetPassword),
      ...screen('email-verification', paths.emailVerification),
      ...screen('email-verified-success', paths.emailVerifiedSuccess),
      ...screen('handle-action', paths.handleAction),
      ...screen('public-campaign', paths.publicCampaign, { sameForAll: true, forVisitors: true }),
      ...screen('public-donate', paths.publicDonate, { forVisitors: true }),
      ...screen('receipt', paths.receipt, { forVisitors: true }),
      { path: paths.dashboard, loader: () => redirect(paths.overview) },
      {
        id: 'web/app/layouts/dashboard-layout.tsx',
        path: paths.dashboard,
        handle: { inBrowser: true } satisfies PageHandle,
        lazy: () => import('./layouts/dashboard-layout.tsx'),
        children: [
          ...screen('dashboard/overview', paths.overview),
          ...screen('dashboard/campaigns', paths.campaigns),
          ...screen('dashboard/create-campaign', paths.createCampaign),
          ...screen('dashboard/campaign', paths.campaign),
          ...screen('dashboard/donate', paths.donate),
          ...screen('dashboard/transactions', paths.transactions),
          ...screen('dashboard/settings', paths.settings),
          ...screen('dashboard/profile', paths.profile),
          ...screen('dashboard/reviews', paths.reviews),
          ...screen('dashboard/not-found', '*', { status: 404 }),
        ],
      },
      ...screen('not-found', '*', { status: 404 }),
    ],
  },
]
