import { campaignQueryNames } from '#shared/campaign-query.ts'
import type { PageScript } from '#shared/page.ts'
import { redirect } from '#web/router/responses.ts'
import { identifyRoutes, type Route, type RouteModule } from '#web/router/route.ts'

import { loadWithRetry } from '../api/load-with-retry.ts'
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
  /** The script that hydrates the page. */
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
  /** A file below `web/screens/`, without `.tsx`. Files in `public/` are hydrated by `web/visit.tsx`. */
  file: string
}

const screens: Screen[] = [
  { path: paths.landing, file: 'public/landing', cacheable: true },
  {
    path: `${paths.publicCampaigns}/:category?`,
    file: 'public/campaigns',
    cacheable: true,
    query: campaignQueryNames,
  },
  { path: paths.publicCampaign, file: 'public/campaign', cacheable: true },
  { path: paths.publicDonate, file: 'public/donate' },
  { path: paths.publicTransfer, file: 'public/transfer' },
  { path: paths.publicReport, file: 'public/report' },
  { path: paths.askOrganiser, file: 'public/ask-organiser' },
  { path: paths.publicLedger, file: 'public/ledger', cacheable: true, query: ['after'] },
  { path: paths.publicVersion, file: 'public/version', cacheable: true },
  { path: paths.shareKit, file: 'public/share-kit', cacheable: true },
  { path: paths.supporters, file: 'public/supporters' },
  { path: paths.updates, file: 'public/updates' },
  { path: paths.linkedCampaign, file: 'public/linked-campaign', cacheable: true },
  { path: paths.personalLink, file: 'public/personal-link' },
  { path: paths.donation, file: 'public/donation' },
  { path: paths.requestRefund, file: 'public/request-refund' },
  { path: paths.refundAccount, file: 'public/refund-account' },
  { path: paths.payee, file: 'public/payee' },
  { path: `${paths.verify}/:code?`, file: 'public/verify' },
  { path: paths.unsubscribe, file: 'public/unsubscribe' },
  { path: paths.claimTransfer, file: 'public/claim-transfer' },
  { path: paths.follow, file: 'public/follow' },
  { path: paths.confirmAddress, file: 'public/confirm-address' },
  { path: paths.reportMessage, file: 'public/report-message' },
  { path: paths.confirmQuestion, file: 'public/confirm-question' },
  { path: paths.secureAccount, file: 'public/secure-account' },
  { path: paths.myDonations, file: 'public/my-donations' },
  { path: paths.myDonationsLink, file: 'public/my-donations-link' },
  { path: paths.myDataLink, file: 'public/my-data-link' },
  { path: paths.terms, file: 'public/terms', cacheable: true },
  { path: paths.privacy, file: 'public/privacy', cacheable: true },
  { path: paths.fees, file: 'public/fees', cacheable: true },
  { path: paths.help, file: 'public/help', cacheable: true },
  { path: paths.refunds, file: 'public/refunds', cacheable: true },
  { path: paths.transparency, file: 'public/transparency', cacheable: true },

  { path: paths.signUp, file: 'account/sign-up' },
  { path: paths.login, file: 'account/login' },
  { path: paths.forgotPassword, file: 'account/forgot-password' },
  { path: paths.resetPasswordConfirm, file: 'account/reset-password-confirm' },
  { path: paths.resetPassword, file: 'account/reset-password' },
  { path: paths.emailVerification, file: 'account/email-verification' },
  { path: paths.emailVerifiedSuccess, file: 'account/email-verified-success' },
  { path: paths.handleAction, file: 'account/handle-action' },
]

const dashboardScreens: Screen[] = [
  { path: paths.overview, file: 'dashboard/overview' },
  { path: paths.campaigns, file: 'dashboard/campaigns' },
  { path: paths.createCampaign, file: 'dashboard/create-campaign', shell: 'data' },
  { path: paths.campaign, file: 'dashboard/campaign' },
  { path: paths.editCampaign, file: 'dashboard/edit-campaign', shell: 'data' },
  { path: paths.donate, file: 'dashboard/donate', shell: 'data' },
  { path: paths.payouts, file: 'dashboard/payouts', shell: 'always' },
  { path: paths.questions, file: 'dashboard/questions', shell: 'data' },
  { path: paths.transactions, file: 'dashboard/transactions' },
  { path: paths.statement, file: 'dashboard/statement' },
  { path: paths.settings, file: 'dashboard/settings', shell: 'data' },
  { path: paths.profile, file: 'dashboard/profile', shell: 'data' },
  { path: paths.reviews, file: 'dashboard/reviews', shell: 'data', isRecorded: true },
  { path: paths.evidence, file: 'evidence/evidence-list', shell: 'always' },
  { path: paths.evidenceItem, file: 'evidence/evidence-item', shell: 'always' },
  { path: paths.cases, file: 'dashboard/cases', shell: 'always' },
  { path: paths.disputes, file: 'dashboard/disputes' },
  { path: paths.dispute, file: 'dashboard/dispute', shell: 'always' },
  { path: paths.admin, file: 'dashboard/admin', shell: 'always' },
  { path: paths.adminDonation, file: 'console/admin-donation', shell: 'always' },
  { path: paths.adminPerson, file: 'console/admin-person', shell: 'always' },
  { path: paths.adminCampaign, file: 'console/admin-campaign', shell: 'always' },
  { path: '*', file: 'dashboard/not-found', status: 404 },
]

const modules = import.meta.glob<RouteModule>(['./*/*.tsx', '!**/*.test.tsx'], {
  base: '../screens',
})
/** Loaders and actions of pages with the client router. */
const dataModules = import.meta.glob<RouteModule>('./*/*.data.ts', { base: '../screens' })

/** A route whose screen is a chunk of its own. Its id is the source file, by which the server finds the chunk. */
function toRoute({ path, file, ...handle }: Screen): Route {
  const load = modules[`./${file}.tsx`]
  if (!load) throw new Error(`no screen ${file}`)
  const script = file.startsWith('public/') ? 'visit' : 'app'
  const loadData = dataModules[`./${file}.data.ts`]
  return {
    id: `web/screens/${file}.tsx`,
    path,
    lazy: loadWithRetry(load),
    ...(loadData && { lazyData: loadWithRetry(loadData), answerUnsent }),
    handle: { ...handle, script } satisfies PageHandle,
  }
}

const dashboard: Route = {
  id: 'web/layouts/dashboard/dashboard-layout.tsx',
  path: paths.dashboard,
  lazy: loadWithRetry(() => import('../layouts/dashboard/dashboard-layout.tsx')),
  lazyData: loadWithRetry(() => import('../layouts/dashboard/dashboard-layout.data.ts')),
  handle: { shell: 'late' } satisfies PageHandle,
  children: dashboardScreens.map(toRoute),
}

const notFound: Route = {
  id: 'web/screens/not-found.tsx',
  path: '*',
  lazy: loadWithRetry(() => import('../screens/not-found.tsx')),
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
