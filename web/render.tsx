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

import type { PageRenderer, RenderedPage, Site } from '#shared/page.ts'

import { apiContext, createApi } from './api/client.ts'
import { SiteProvider } from './api/site.tsx'
import { isExpected, serializeError, toApiError } from './app/page-error.ts'
import { routes, type PageHandle } from './app/routes.tsx'
import { toStructuredData } from './features/campaign/structured-data.ts'
import { toListStructuredData } from './features/campaign-list/list-structured-data.ts'
import { WaitPage } from './layouts/wait-page.tsx'
import { DashboardShell } from './layouts/dashboard/dashboard-shell.tsx'
import { redirectToLogin } from './navigation/next-path.ts'
import { isIntent } from './navigation/return-path.ts'

const handler = createStaticHandler(routes)
const { dataRoutes } = handler

/**
 * Renders the page of a request with its data. A page that only the browser renders gets an app shell, except where a visitor wants to start
 * a campaign or to donate: without script only the server can keep that intent.
 */
export const render: PageRenderer['render'] = async (request, { fetchApi, site }) => {
  const { pathname } = new URL(request.url)
  if (!site.isSignedIn && isIntent(pathname)) return toRedirect(redirectToLogin(request))
  if (getHandles(pathname).some(({ clientOnly }) => clientOnly)) return renderShell(pathname, site)

  const requestContext = new RouterContextProvider()
  requestContext.set(apiContext, createApi(fetchApi))
  const context = await handler.query(request, { requestContext })
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

/** All `errors` of the context are `ApiError`s. */
function renderContext(context: StaticHandlerContext, site: Site) {
  const errors = Object.entries(context.errors ?? {}).map(
    ([id, error]) => [id, toApiError(error)] as const,
  )
  const [, error] = errors[0] ?? []
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
    hydration: {
      matches: context.matches.map(({ route: { id }, params, pathname, pathnameBase }) => ({
        id,
        params,
        pathname,
        pathnameBase,
      })),
      loaderData: context.loaderData,
      actionData: context.actionData,
      errors: error
        ? Object.fromEntries(errors.map(([id, each]) => [id, serializeError(each)]))
        : null,
    },
    ...getStructuredData(context, site),
    script: handles.findLast((handle) => handle.script)?.script ?? ('app' as const),
    sources: context.matches.map(({ route }) => route.id),
    setCookies: getSetCookies(context),
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

function renderShell(pathname: string, site: Site): RenderedPage {
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
    script: 'app',
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
