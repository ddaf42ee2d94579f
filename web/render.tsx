import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'

import type { PageRenderer, RenderedPage, Site } from '#shared/page.ts'
import { matchRoutes } from '#web/router/match-routes.ts'
import type { Page } from '#web/router/page.ts'
import { PageView } from '#web/router/page-view.tsx'
import { queryRoutes, type QueriedPage } from '#web/router/query-routes.ts'
import { RequestContext } from '#web/router/request-context.ts'
import type { Navigator } from '#web/router/router.ts'

import { ApiError, apiContext, createApi } from './api/client.ts'
import { showSumsBy, SiteProvider } from './api/site.tsx'
import { ErrorPage } from './app/error-page.tsx'
import { serializeError } from './app/page-data.ts'
import { isExpected, toApiError } from './app/page-error.ts'
import { routes, type PageHandle } from './app/routes.tsx'
import { AbroadSums } from './pages/parts/donation/abroad-sums.tsx'
import { toStructuredData } from './pages/parts/campaign/structured-data.ts'
import { toListStructuredData } from './pages/public/campaigns/list-structured-data.ts'
import { DashboardShell } from './layouts/dashboard-shell.tsx'
import { WaitPage } from './layouts/wait-page.tsx'
import { redirectToLogin } from './navigation/next-path.ts'
import { isIntent } from './navigation/return-path.ts'

// The markup of an error needs it at once.
await ErrorPage.load()
showSumsBy(AbroadSums)

/** How long a page of the dashboard waits for its data. */
const shellAfterMs = 250

/**
 * Renders the page of a request with its data, or an app shell. A visitor who wants to start a campaign or to donate never gets a shell: without
 * script only the server can keep that intent.
 */
export const render: PageRenderer['render'] = async (request, { fetchApi, site }) => {
  const { pathname } = new URL(request.url)
  if (!site.isSignedIn && isIntent(pathname)) return toRedirect(redirectToLogin(request))
  const { shell, isRecorded } = getHandles(pathname).findLast((handle) => handle.shell) ?? {}
  if (shell === 'always') return renderShell(pathname, site)

  let isLate = false
  const context = new RequestContext()
  context.set(
    apiContext,
    createApi(async (path, init) => {
      // The browser asks again, so what is left is not asked.
      if (isLate) throw new Error('the page was sent without these data')
      return fetchApi(path, init)
    }),
  )
  const query = queryRoutes(routes, request, context)
  const page = shell && !isRecorded ? await withinMs(query, shellAfterMs) : await query
  isLate = page === undefined
  if (page === undefined) return renderShell(pathname, site)
  if (page instanceof Response) return toRedirect(page)
  const failures = shell ? listFailures(page) : []
  if (failures.length > 0) return renderShell(pathname, site, failures)
  return shell === 'data' ? renderDataShell(page, site) : renderPage(page, site)
}

/** The errors of loaders and of the outcomes that they promised. */
function listFailures({ errors, loaderData }: Page): unknown[] {
  const outcomes = Object.values(loaderData).flatMap((data) => Object.values(data ?? {}))
  const failed = outcomes.flatMap((outcome) => (isFailed(outcome) ? [outcome.error] : []))
  return [...Object.values(errors ?? {}), ...failed]
}

const isFailed = (outcome: unknown): outcome is { error: ApiError } =>
  typeof outcome === 'object' &&
  outcome !== null &&
  'error' in outcome &&
  outcome.error instanceof ApiError

export const getCaching: PageRenderer['getCaching'] = (pathname) => {
  const handles = getHandles(pathname)
  return {
    isCacheable: handles.some(({ cacheable }) => cacheable),
    query: handles.flatMap(({ query }) => query ?? []),
  }
}

export const toRoutePattern: PageRenderer['toRoutePattern'] = (pathname) =>
  matchRoutes(routes, pathname)?.at(-1)?.path ?? '/*'

export const renderWait: PageRenderer['renderWait'] = (wait, site) =>
  toMarkup(
    <SiteProvider site={site}>
      <WaitPage {...wait} />
    </SiteProvider>,
  )

function toRedirect({ status, headers }: Response): RenderedPage {
  return {
    kind: 'redirect',
    status,
    location: headers.get('location') ?? '/',
    setCookies: headers.getSetCookie(),
  }
}

function renderPage(page: QueriedPage, site: Site): RenderedPage {
  const thrown = Object.entries(page.errors ?? {})
  const unexpectedErrors = thrown.map(([, error]) => error).filter((error) => !isExpected(error))
  try {
    return { ...renderQueried(page, site), unexpectedErrors }
  } catch (error) {
    const failed = { ...page, errors: { [routes[0]?.id ?? '']: error } }
    return { ...renderQueried(failed, site), unexpectedErrors: [...unexpectedErrors, error] }
  }
}

function renderQueried(page: QueriedPage, site: Site) {
  const { matches, actionData } = page
  const errors = Object.entries(page.errors ?? {}).map(
    ([id, error]) => [id, toApiError(error)] as const,
  )
  const [, error] = errors[0] ?? []
  const handles = matches.map(({ route }) => getHandle(route))
  const status = handles.findLast((handle) => handle.status)?.status ?? page.status
  return {
    kind: 'page' as const,
    status: error?.status ?? status,
    ...toMarkup(
      <SiteProvider site={site}>
        <PageView
          page={{ ...page, errors: error ? Object.fromEntries(errors) : null }}
          navigator={stillNavigator}
        />
      </SiteProvider>,
    ),
    hydration: {
      ...toData(page),
      actionData,
      errors: error
        ? Object.fromEntries(errors.map(([id, each]) => [id, serializeError(each)]))
        : null,
    },
    isShell: false,
    ...getStructuredData(page, site),
    script: handles.findLast((handle) => handle.script)?.script ?? ('app' as const),
    ...toParts(page),
  }
}

/** An app shell with the data of the page. */
function renderDataShell(page: QueriedPage, site: Site): RenderedPage {
  return {
    ...renderShell(page.location.pathname, site),
    hydration: { ...toData(page), actionData: null, errors: null },
    ...toParts(page),
  }
}

const toData = ({ matches, loaderData }: QueriedPage) => ({
  matches: matches.map(({ route: { id }, params }) => ({ id, params })),
  loaderData,
})

/** The code that the browser needs at first, which is without loaders, and the cookies of the loaders. */
const toParts = ({ matches, headers }: QueriedPage) => ({
  sources: matches.map(({ route }) => route.id),
  setCookies: headers.flatMap((each) => each.getSetCookie()),
})

/** Nothing on the server leaves the page. */
const stillNavigator: Navigator = {
  navigate: () => Promise.reject(new Error('the server renders one page')),
  revalidate: () => Promise.reject(new Error('the server renders one page')),
  prepare: () => Promise.resolve(),
}

/** Builders of structured data (schema.org) by screen. They are not in the routes, because browsers do not need them. */
const structuredData: Record<
  string,
  (loaderData: unknown, origin: string) => Record<string, unknown> | undefined
> = {
  'web/pages/public/campaign.tsx': toStructuredData,
  'web/pages/public/campaigns.tsx': toListStructuredData,
}

/** Error pages have no structured data. */
function getStructuredData({ matches, loaderData, errors }: Page, site: Site) {
  const id = matches.at(-1)?.route.id ?? ''
  const built = errors ? undefined : structuredData[id]?.(loaderData[id], site.origin)
  return built ? { structuredData: built } : {}
}

function renderShell(
  pathname: string,
  site: Site,
  failures: readonly unknown[] = [],
): Extract<RenderedPage, { kind: 'page' }> {
  const status = getHandles(pathname).findLast((handle) => handle.status)?.status ?? 200
  return {
    kind: 'page',
    status,
    ...toMarkup(
      <SiteProvider site={site}>
        <DashboardShell />
      </SiteProvider>,
    ),
    hydration: null,
    isShell: true,
    script: 'app',
    setCookies: [],
    sources: (matchRoutes(routes, pathname) ?? []).flatMap(({ route: { id } }) => [
      id,
      id.replace(/\.tsx$/, '.data.ts'),
    ]),
    unexpectedErrors: failures.filter((failure) => !isExpected(failure)),
  }
}

/** React writes title, meta and link elements before the other markup, and escapes both. */
function toMarkup(page: ReactNode) {
  const html = renderToString(page)
  const head = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}

/** Undefined if the work takes longer. What it throws afterwards is ignored, because the page went on without it. */
async function withinMs<Value>(work: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, limitMs)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

function getHandles(pathname: string): PageHandle[] {
  return (matchRoutes(routes, pathname) ?? []).map(({ route }) => getHandle(route))
}

function getHandle({ handle }: { handle?: unknown }): PageHandle {
  return (handle as PageHandle | undefined) ?? {}
}
