import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
  type StaticHandlerContext,
} from 'react-router'

import type { Hydration, PageRenderer, RenderedPage, Site } from '#shared/page.ts'

import { apiContext } from './api/client.ts'
import { createApi } from './api/create-api.ts'
import { SiteProvider } from './api/site.tsx'
import { isExpected, serializeError, toApiError } from './app/page-error.ts'
import { routes, type PageHandle } from './app/routes.tsx'
import { settle, withinMs, withValues, type Settled } from './app/settle.ts'
import { toStructuredData } from './features/campaign/structured-data.ts'
import { toListStructuredData } from './features/campaign-list/list-structured-data.ts'
import { WaitPage } from './layouts/wait-page.tsx'
import { DashboardShell } from './layouts/dashboard/dashboard-shell.tsx'
import { redirectToLogin } from './navigation/next-path.ts'
import { isIntent } from './navigation/return-path.ts'

const handler = createStaticHandler(routes)
const { dataRoutes } = handler

/** How long a dashboard page waits for its data before the browser gets a shell and loads them itself. */
const shellAfterMs = 250

/**
 * Renders the page of a request with its data. A page of the dashboard becomes a shell where its data are late or an error, because the
 * browser repeats requests, solves challenges and asks for a login.
 */
export const render: PageRenderer['render'] = async (request, { fetchApi, site }) => {
  const { pathname } = new URL(request.url)
  // A shell cannot keep the intent of a visitor without script.
  if (!site.isSignedIn && isIntent(pathname)) return toRedirect(redirectToLogin(request))

  const requestContext = new RouterContextProvider()
  requestContext.set(apiContext, createApi(fetchApi))
  const query = handler.query(request, { requestContext })
  if (getHandles(pathname).some(({ dashboard }) => dashboard))
    return renderDashboard(pathname, await withinMs(settle(query), shellAfterMs), site)
  const context = await query
  return context instanceof Response ? toRedirect(context) : renderPage(context, site)
}

export const getCaching: PageRenderer['getCaching'] = (pathname) => {
  const handles = getHandles(pathname)
  return {
    isCacheable: handles.some(({ cacheable }) => cacheable),
    query: handles.flatMap(({ query }) => query ?? []),
  }
}

export const toRoutePattern: PageRenderer['toRoutePattern'] = (pathname) => {
  const parts = (matchRoutes(dataRoutes, pathname) ?? []).flatMap(({ route }) => route.path ?? [])
  const pattern = parts.reduce(
    (parent, part) => (part.startsWith('/') ? part : `${parent}/${part}`),
    '',
  )
  return pattern === '' ? '/*' : pattern
}

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

function renderPage(context: StaticHandlerContext, site: Site): RenderedPage {
  const thrown = Object.entries(context.errors ?? {})
  const unexpectedErrors = thrown.map(([, error]) => error).filter((error) => !isExpected(error))
  const errors = thrown.map(([id, error]) => [id, toApiError(error)] as const)
  const safe = { ...context, errors: errors.length > 0 ? Object.fromEntries(errors) : null }
  try {
    return { ...renderContext(safe, site), unexpectedErrors }
  } catch (error) {
    const failed = { ...context, errors: { [dataRoutes[0]?.id ?? '']: toApiError(error) } }
    return {
      ...renderContext(failed, site),
      unexpectedErrors: [...unexpectedErrors, error],
    }
  }
}

function renderDashboard(
  pathname: string,
  loaded: Response | Settled | undefined,
  site: Site,
): RenderedPage {
  if (loaded instanceof Response) return toRedirect(loaded)
  const shell = renderShell(pathname, site)
  if (!loaded) return shell
  if ('bugs' in loaded) return { ...shell, unexpectedErrors: loaded.bugs }
  const { context, outcomes } = loaded
  const isDrawn = !getHandles(pathname).some(({ drawnByBrowser }) => drawnByBrowser)
  if (!isDrawn) return { ...shell, hydration: toHydration(context, outcomes) }
  try {
    return { ...renderContext(context, site, outcomes), unexpectedErrors: [] }
  } catch (error) {
    return { ...shell, unexpectedErrors: [error] }
  }
}

/** All `errors` of the context are `ApiError`s. */
function renderContext(
  context: StaticHandlerContext,
  site: Site,
  outcomes: Hydration['outcomes'] = {},
) {
  const [error] = Object.values(context.errors ?? {}).map(toApiError)
  const handles = context.matches.map(({ route }) => getHandle(route))
  const status = handles.findLast((handle) => handle.status)?.status ?? context.statusCode
  return {
    kind: 'page' as const,
    status: error?.status ?? status,
    ...toMarkup(
      <SiteProvider site={site}>
        <StaticRouterProvider
          router={createStaticRouter(dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </SiteProvider>,
    ),
    hydration: toHydration(context, outcomes),
    isShell: false,
    ...getStructuredData(context, site),
    script: handles.findLast((handle) => handle.script)?.script ?? ('app' as const),
    sources: context.matches.map(({ route }) => route.id),
    setCookies: getSetCookies(context),
  }
}

function toHydration(context: StaticHandlerContext, outcomes: Hydration['outcomes']): Hydration {
  const { matches, loaderData, actionData } = context
  const errors = Object.entries(context.errors ?? {})
  return {
    matches: matches.map(({ route: { id }, params, pathname, pathnameBase }) => ({
      id,
      params,
      pathname,
      pathnameBase,
    })),
    loaderData: Object.fromEntries(
      Object.entries(loaderData).map(([id, data]) => [id, withValues(data)]),
    ),
    actionData,
    errors:
      errors.length > 0
        ? Object.fromEntries(errors.map(([id, each]) => [id, serializeError(toApiError(each))]))
        : null,
    outcomes,
  }
}

/** Builders of structured data (schema.org) by screen. They are not in the routes, because browsers do not need them. */
const structuredData: Record<
  string,
  (loaderData: unknown, origin: string) => Record<string, unknown> | undefined
> = {
  'web/screens/public/campaign.tsx': toStructuredData,
  'web/screens/public/campaigns.tsx': toListStructuredData,
}

/** Error pages have no structured data. */
function getStructuredData({ matches, loaderData, errors }: StaticHandlerContext, site: Site) {
  const id = matches.at(-1)?.route.id ?? ''
  const built = errors ? undefined : structuredData[id]?.(loaderData[id], site.origin)
  return built ? { structuredData: built } : {}
}

function getSetCookies({ actionHeaders, loaderHeaders }: StaticHandlerContext): string[] {
  return [...Object.values(actionHeaders), ...Object.values(loaderHeaders)].flatMap((headers) =>
    headers.getSetCookie(),
  )
}

function renderShell(pathname: string, site: Site) {
  const status = getHandles(pathname).findLast((handle) => handle.status)?.status ?? 200
  return {
    kind: 'page' as const,
    status,
    ...toMarkup(
      <SiteProvider site={site}>
        <DashboardShell />
      </SiteProvider>,
    ),
    hydration: null,
    isShell: true,
    script: 'app' as const,
    setCookies: [],
    sources: (matchRoutes(dataRoutes, pathname) ?? []).map(({ route }) => route.id ?? ''),
    unexpectedErrors: [],
  }
}

/** React writes title, meta and link elements before the other markup, and escapes both. */
function toMarkup(page: ReactNode) {
  const html = renderToString(page)
  const head = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}

function getHandles(pathname: string): PageHandle[] {
  return (matchRoutes(dataRoutes, pathname) ?? []).map(({ route }) => getHandle(route))
}

function getHandle({ handle }: { handle?: PageHandle }): PageHandle {
  return handle ?? {}
}
