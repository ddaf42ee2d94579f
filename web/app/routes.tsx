import { campaignQueryNames } from '#shared/campaign-query.ts'
import { offlinePath } from '#shared/offline.ts'
import type { PageScript } from '#shared/page.ts'
import { redirect } from '#web/router/responses.ts'
import { identifyRoutes, type Route, type RouteModule } from '#web/router/route.ts'

import { loadWithRetry } from '../api/connection.ts'
import { answerUnsent } from '../forms/form-result.ts'
import { paths } from '../navigation/paths.ts'
import { ErrorPage } from './error-page.tsx'
import { Root } from './root.tsx'

/** What the server needs to know about a route before it renders it. */
export type PageHandle = {
  /** The document is the same for everybody, so the server caches it. The browser adds what is a person's own (`watchPerson`). */
  cacheable?: boolean
  /** The query parameters that a cacheable page reads. It ignores all others. */
  query?: readonly string[]
  script?: PageScript
  /**
   * The server sends an app shell instead of the page where the data are late or an error, because the browser repeats requests and asks for a
   * login. `data`: it sends a shell with the data, for screens with forms, where what is typed before the script runs would be lost, and for
   * those that show what only the browser stores. `always`: it sends a shell without data, for screens whose reading is recorded, so that
   * it is recorded once.
   */
  shell?: 'always' | 'data' | 'late'
  /** Reading the screen is recorded, so the server waits for its data, however late they are. */
  isRecorded?: boolean
  /** The status of the document, where it is not 200. */
  status?: number
}

type Screen = Omit<PageHandle, 'script'> & {
  path: string
  /** A file below `web/`, without `.tsx`. Files in `pages/public/` are hydrated by `web/visit.tsx`. */
  file: string
}

const screens: Screen[] = [
  { path: paths.landing, file: 'pages/public/landing', cacheable: true },
  {
    path: `${paths.publicCampaigns}/:category?`,
    file: 'pages/public/campaigns',
    cacheable: true,
    query: campaignQueryNames,
  },
  { path: paths.publicCampaign, file: 'pages/public/campaign', cacheable: true },
  { path: paths.publicDonate, file: 'pages/public/donate' },
  { path: paths.publicTransfer, file: 'pages/public/transfer' },
  { path: paths.publicReport, file: 'pages/public/report' },
  { path: paths.askOrganiser, file: 'pages/public/ask-organiser' },
  { path: paths.publicLedger, file: 'pages/public/ledger', cacheable: true, query: ['after'] },
  { path: paths.publicVersion, file: 'pages/public/version', cacheable: true },
  { path: paths.shareKit, file: 'pages/public/share-kit', cacheable: true },
  { path: paths.supporters, file: 'pages/public/supporters' },
  { path: paths.updates, file: 'pages/public/updates' },
  { path: paths.linkedCampaign, file: 'pages/public/linked-campaign', cacheable: true },
  { path: paths.personalLink, file: 'pages/public/personal-link' },
  { path: paths.donation, file: 'pages/public/donation' },
  { path: paths.requestRefund, file: 'pages/public/request-refund' },
  { path: paths.refundAccount, file: 'pages/public/refund-account' },
  { path: paths.payee, file: 'pages/public/payee' },
  { path: `${paths.verify}/:code?`, file: 'pages/public/verify' },
  { path: paths.unsubscribe, file: 'pages/public/unsubscribe' },
  { path: paths.claimTransfer, file: 'pages/public/mail-link' },
  { path: paths.follow, file: 'pages/public/mail-link' },
  { path: paths.confirmAddress, file: 'pages/public/mail-link' },
  { path: paths.reportMessage, file: 'pages/public/mail-link' },
  { path: paths.confirmQuestion, file: 'pages/public/mail-link' },
  { path: paths.secureAccount, file: 'pages/public/secure-account' },
  { path: paths.endMonthly, file: 'pages/public/mail-link' },
  { path: paths.stopRefund, file: 'pages/public/mail-link' },
  { path: paths.myDonations, file: 'pages/public/my-donations' },
  { path: paths.myDonationsLink, file: 'pages/public/my-donations-link' },
  { path: paths.myDataLink, file: 'pages/public/my-data-link' },
  { path: paths.terms, file: 'pages/public/terms', cacheable: true },
  { path: paths.privacy, file: 'pages/public/privacy', cacheable: true },
  { path: offlinePath, file: 'pages/public/offline', cacheable: true },
  { path: paths.fees, file: 'pages/public/fees', cacheable: true },
  { path: paths.help, file: 'pages/public/help', cacheable: true },
  { path: paths.refunds, file: 'pages/public/refunds', cacheable: true },
  { path: paths.transparency, file: 'pages/public/transparency', cacheable: true },

  { path: paths.startCampaign, file: 'pages/dashboard/start-campaign' },
  { path: paths.signUp, file: 'pages/account/sign-up' },
  { path: paths.login, file: 'pages/account/login' },
  { path: paths.forgotPassword, file: 'pages/account/forgot-password' },
  { path: paths.resetPasswordConfirm, file: 'pages/account/reset-password-confirm' },
  { path: paths.resetPassword, file: 'pages/account/reset-password' },
  { path: paths.emailVerification, file: 'pages/account/email-verification' },
  { path: paths.emailVerifiedSuccess, file: 'pages/account/email-verified-success' },
  { path: paths.handleAction, file: 'pages/account/handle-action' },
]

const dashboardScreens: Screen[] = [
  { path: paths.overview, file: 'pages/dashboard/overview' },
  { path: paths.campaigns, file: 'pages/dashboard/campaigns' },
  { path: paths.createCampaign, file: 'pages/dashboard/create-campaign', shell: 'data' },
  { path: paths.campaign, file: 'pages/dashboard/campaign' },
  { path: paths.editCampaign, file: 'pages/dashboard/edit-campaign', shell: 'data' },
  { path: paths.donate, file: 'pages/dashboard/donate', shell: 'data' },
  { path: paths.payouts, file: 'pages/dashboard/payouts', shell: 'always' },
  { path: paths.questions, file: 'pages/dashboard/questions', shell: 'data' },
  { path: paths.webhook, file: 'pages/dashboard/webhook', shell: 'data' },
  { path: paths.people, file: 'pages/dashboard/people', shell: 'data' },
  { path: paths.invitation, file: 'pages/dashboard/invitation', shell: 'data' },
  { path: paths.transactions, file: 'pages/dashboard/transactions' },
  { path: paths.statement, file: 'pages/dashboard/statement' },
  { path: paths.allPayouts, file: 'pages/dashboard/all-payouts' },
  { path: paths.settings, file: 'pages/dashboard/settings', shell: 'data' },
  { path: paths.profile, file: 'pages/dashboard/profile', shell: 'data' },
  { path: paths.reviews, file: 'pages/staff/reviews', shell: 'data', isRecorded: true },
  { path: paths.evidence, file: 'pages/staff/evidence-list', shell: 'always' },
  { path: paths.evidenceItem, file: 'pages/staff/evidence-item', shell: 'always' },
  { path: paths.cases, file: 'pages/staff/cases', shell: 'always' },
  { path: paths.disputes, file: 'pages/staff/disputes' },
  { path: paths.dispute, file: 'pages/staff/dispute', shell: 'always' },
  { path: paths.admin, file: 'pages/staff/admin', shell: 'always' },
  { path: paths.adminDonation, file: 'pages/staff/admin-donation', shell: 'always' },
  { path: paths.adminPerson, file: 'pages/staff/admin-person', shell: 'always' },
  { path: paths.adminCampaign, file: 'pages/staff/admin-campaign', shell: 'always' },
  { path: '*', file: 'pages/dashboard/not-found', status: 404 },
]

const modules = import.meta.glob<RouteModule>(
  ['./pages/{account,dashboard,public,staff}/*.tsx', '!**/*.test.tsx'],
  { base: '../' },
)
/** Loaders and actions of pages with the client router. */
const dataModules = import.meta.glob<RouteModule>('./pages/*/*.data.ts', { base: '../' })

/** A route whose screen is a chunk of its own. Its id is the source file, by which the server finds the chunk. */
function toRoute({ path, file, ...handle }: Screen): Route {
  const load = modules[`./${file}.tsx`]
  if (!load) throw new Error(`no screen ${file}`)
  const script = file.startsWith('pages/public/') ? 'visit' : 'app'
  const loadData = dataModules[`./${file}.data.ts`]
  return {
    id: `web/${file}.tsx`,
    path,
    lazy: loadWithRetry(load),
    ...(loadData && { lazyData: loadWithRetry(loadData), answerUnsent }),
    handle: { ...handle, script } satisfies PageHandle,
  }
}

const dashboard: Route = {
  id: 'web/layouts/dashboard-layout.tsx',
  path: paths.dashboard,
  lazy: loadWithRetry(() => import('../layouts/dashboard-layout.tsx')),
  lazyData: loadWithRetry(() => import('../layouts/dashboard-layout.data.ts')),
  handle: { shell: 'late' } satisfies PageHandle,
  children: dashboardScreens.map(toRoute),
}

const notFound: Route = {
  id: 'web/pages/not-found.tsx',
  path: '*',
  lazy: loadWithRetry(() => import('../pages/not-found.tsx')),
  handle: { status: 404 } satisfies PageHandle,
}

/** All pages (specification §2, readings P1 and M6), for the server and the browser. */
export const routes = identifyRoutes([
  {
    id: 'web/app/root.tsx',
    Component: Root,
    errorElement: <ErrorPage isShown />,
    children: [
      ...screens.map(toRoute),
      { path: paths.dashboard, loader: () => redirect(paths.overview) },
      { path: paths.myData, loader: () => redirect(paths.myDonations) },
      dashboard,
      notFound,
    ],
  },
])
