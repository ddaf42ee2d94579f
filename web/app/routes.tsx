import { redirect, type LazyRouteFunction, type NonIndexRouteObject } from 'react-router'

import { aboutCampaign } from '../features/campaign/about-campaign.ts'
import { paths } from '../paths.ts'
import { Component as NotFound } from '../screens/not-found.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { loadPatiently } from './load-patiently.ts'
import { Root } from './root.tsx'

/** What the server needs to know about a route before it renders it. */
export type PageHandle = {
  /** The answer is the same for every visitor and whatever the query, so the document may be kept. */
  sameForAll?: boolean
  /** Taken over by `visit.tsx`, which is small and lets the browser do the navigating. */
  forVisitors?: boolean
  /** Rendered by the browser; the server sends the frame. */
  inBrowser?: boolean
  /** What the page says to search engines, made of what its loader gave. */
  about?: (loaded: unknown, origin: string) => Record<string, unknown> | undefined
  /** The status of the document, where it is not 200. */
  status?: number
}

type Screen = {
  path: string
  lazy: LazyRouteFunction<NonIndexRouteObject>
  handle?: PageHandle
}

/** A screen in a chunk of its own. Its id is its source file: the server finds the chunk by it. */
const screen = (name: string, { lazy, ...route }: Screen): NonIndexRouteObject => ({
  id: `web/screens/${name}.tsx`,
  lazy: loadPatiently(lazy),
  ...route,
})

const publicRoutes = [
  screen('landing', {
    path: paths.landing,
    lazy: () => import('../screens/landing.tsx'),
    handle: { sameForAll: true, forVisitors: true },
  }),
  screen('public-campaign', {
    path: paths.publicCampaign,
    lazy: () => import('../screens/public-campaign.tsx'),
    handle: { sameForAll: true, forVisitors: true, about: aboutCampaign },
  }),
  screen('public-donate', {
    path: paths.publicDonate,
    lazy: () => import('../screens/public-donate.tsx'),
    handle: { forVisitors: true },
  }),
  screen('public-report', {
    path: paths.publicReport,
    lazy: () => import('../screens/public-report.tsx'),
    handle: { forVisitors: true },
  }),
  screen('receipt', {
    path: paths.receipt,
    lazy: () => import('../screens/receipt.tsx'),
    handle: { forVisitors: true },
  }),
  screen('verify', {
    path: `${paths.verify}/:code?`,
    lazy: () => import('../screens/verify.tsx'),
    handle: { forVisitors: true },
  }),
  screen('unsubscribe', {
    path: paths.unsubscribe,
    lazy: () => import('../screens/unsubscribe.tsx'),
    handle: { forVisitors: true },
  }),
  screen('terms', {
    path: paths.terms,
    lazy: () => import('../screens/terms.tsx'),
    handle: { sameForAll: true, forVisitors: true },
  }),
  screen('privacy', {
    path: paths.privacy,
    lazy: () => import('../screens/privacy.tsx'),
    handle: { sameForAll: true, forVisitors: true },
  }),
  screen('fees', {
    path: paths.fees,
    lazy: () => import('../screens/fees.tsx'),
    handle: { sameForAll: true, forVisitors: true },
  }),
  screen('help', {
    path: paths.help,
    lazy: () => import('../screens/help.tsx'),
    handle: { sameForAll: true, forVisitors: true },
  }),
  screen('refunds', {
    path: paths.refunds,
    lazy: () => import('../screens/refunds.tsx'),
    handle: { sameForAll: true, forVisitors: true },
  }),
]

const accountRoutes = [
  screen('sign-up', { path: paths.signUp, lazy: () => import('../screens/sign-up.tsx') }),
  screen('login', { path: paths.login, lazy: () => import('../screens/login.tsx') }),
  screen('forgot-password', {
    path: paths.forgotPassword,
    lazy: () => import('../screens/forgot-password.tsx'),
  }),
  screen('reset-password-confirm', {
    path: paths.resetPasswordConfirm,
    lazy: () => import('../screens/reset-password-confirm.tsx'),
  }),
  screen('reset-password', {
    path: paths.resetPassword,
    lazy: () => import('../screens/reset-password.tsx'),
  }),
  screen('email-verification', {
    path: paths.emailVerification,
    lazy: () => import('../screens/email-verification.tsx'),
  }),
  screen('email-verified-success', {
    path: paths.emailVerifiedSuccess,
    lazy: () => import('../screens/email-verified-success.tsx'),
  }),
  screen('handle-action', {
    path: paths.handleAction,
    lazy: () => import('../screens/handle-action.tsx'),
  }),
]

const dashboardRoutes = [
  screen('dashboard/overview', {
    path: paths.overview,
    lazy: () => import('../screens/dashboard/overview.tsx'),
  }),
  screen('dashboard/campaigns', {
    path: paths.campaigns,
    lazy: () => import('../screens/dashboard/campaigns.tsx'),
  }),
  screen('dashboard/create-campaign', {
    path: paths.createCampaign,
    lazy: () => import('../screens/dashboard/create-campaign.tsx'),
  }),
  screen('dashboard/campaign', {
    path: paths.campaign,
    lazy: () => import('../screens/dashboard/campaign.tsx'),
  }),
  screen('dashboard/edit-campaign', {
    path: paths.editCampaign,
    lazy: () => import('../screens/dashboard/edit-campaign.tsx'),
  }),
  screen('dashboard/donate', {
    path: paths.donate,
    lazy: () => import('../screens/dashboard/donate.tsx'),
  }),
  screen('dashboard/campaign-money', {
    path: paths.campaignMoney,
    lazy: () => import('../screens/dashboard/campaign-money.tsx'),
  }),
  screen('dashboard/transactions', {
    path: paths.transactions,
    lazy: () => import('../screens/dashboard/transactions.tsx'),
  }),
  screen('dashboard/statement', {
    path: paths.statement,
    lazy: () => import('../screens/dashboard/statement.tsx'),
  }),
  screen('dashboard/settings', {
    path: paths.settings,
    lazy: () => import('../screens/dashboard/settings.tsx'),
  }),
  screen('dashboard/profile', {
    path: paths.profile,
    lazy: () => import('../screens/dashboard/profile.tsx'),
  }),
  screen('dashboard/reviews', {
    path: paths.reviews,
    lazy: () => import('../screens/dashboard/reviews.tsx'),
  }),
  screen('dashboard/operator', {
    path: paths.operator,
    lazy: () => import('../screens/dashboard/admin.tsx'),
  }),
  screen('dashboard/not-found', {
    path: '*',
    lazy: () => import('../screens/dashboard/not-found.tsx'),
    handle: { status: 404 },
  }),
]

const dashboard: NonIndexRouteObject = {
  id: 'web/app/layouts/dashboard-layout.tsx',
  path: paths.dashboard,
  lazy: loadPatiently(() => import('./layouts/dashboard-layout.tsx')),
  handle: { inBrowser: true } satisfies PageHandle,
  children: dashboardRoutes,
}

const missing: NonIndexRouteObject = {
  path: '*',
  Component: NotFound,
  handle: { status: 404 } satisfies PageHandle,
}

/** Every address of the product (specification §2, readings P1 and M6), for the server and the browser alike. */
export const routes: NonIndexRouteObject[] = [
  {
    id: 'web/app/root.tsx',
    Component: Root,
    ErrorBoundary: ErrorScreen,
    children: [
      ...publicRoutes,
      ...accountRoutes,
      { path: paths.dashboard, loader: () => redirect(paths.overview) },
      dashboard,
      missing,
    ],
  },
]
