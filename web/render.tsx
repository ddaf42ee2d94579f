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
import { DashboardFrame } from './app/dashboard-frame.tsx'
import { asApiError, errorToData, isExpected } from './app/page-error.ts'
import { routes, type PageHandle } from './app/routes.tsx'
import { SiteProvider } from './site.tsx'

const handler = createStaticHandler(routes)
const { dataRoutes } = handler

/** A page for a request: rendered with its data, or a frame if the browser renders it, or a redirect. */
export const render: PageRenderer['render'] = async (request, { send, site }) => {
  const { pathname } = new URL(request.url)
  const handles = handlesOf(pathname)
  if (handles.some(({ inBrowser }) => inBrowser)) return frameOf(pathname, site)

  const requestContext = new RouterContextProvider()
  requestContext.set(apiContext, createApi(send))
  const context = await handler.query(request, { requestContext })
  if (context instanceof Response)
    return {
      kind: 'redirect',
      status: context.status,
      location: context.headers.get('location') ?? '/',
      setCookies: context.headers.getSetCookie(),
    }
  return pageOf(context, site)
}

/** A frame says nothing of what the browser will put into it; those of addresses with a parameter would be endless. */
export const isSameForAll: PageRenderer['isSameForAll'] = (pathname) =>
  (matchRoutes(dataRoutes, pathname) ?? []).some(({ route, params }) => {
    const { sameForAll, inBrowser } = handleOf(route)
    return sameForAll || (inBrowser && Object.keys(params).length === 0)
  })

function pageOf(context: StaticHandlerContext, site: Site): RenderedPage {
  const thrown = Object.entries(context.errors ?? {})
  const failures = thrown.map(([, error]) => error).filter((error) => !isExpected(error))
  const errors = thrown.map(([id, error]) => [id, asApiError(error)] as const)
  const shown = { ...context, errors: errors.length > 0 ? Object.fromEntries(errors) : null }
  try {
    return { ...rendered(shown, site), failures }
  } catch (failure) {
    const broken = { ...context, errors: { [dataRoutes[0]?.id ?? '']: asApiError(failure) } }
    return { ...rendered(broken, site), failures: [...failures, failure] }
  }
}

/** `errors` of the context are `ApiError`s by now. */
function rendered(context: StaticHandlerContext, site: Site) {
  const errors = Object.entries(context.errors ?? {}).map(
    ([id, error]) => [id, asApiError(error)] as const,
  )
  const [, error] = errors[0] ?? []
  const handles = context.matches.map(({ route }) => handleOf(route))
  const status = handles.findLast((handle) => handle.status)?.status ?? context.statusCode
  return {
    kind: 'page' as const,
    status: error?.status ?? status,
    ...markup(
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
        ? Object.fromEntries(errors.map(([id, each]) => [id, errorToData(each)]))
        : null,
    },
    ...aboutOf(context, site),
    script: handles.some(({ forVisitors }) => forVisitors) ? ('visit' as const) : ('app' as const),
    sources: context.matches.map(({ route }) => route.id),
    setCookies: cookiesOf(context),
  }
}

/** What an error page is about nobody needs to know. */
function aboutOf({ matches, loaderData, errors }: StaticHandlerContext, { origin }: Site) {
  if (errors) return {}
  const route = matches.map((match) => match.route).findLast((each) => handleOf(each).about)
  const about = route && handleOf(route).about?.(loaderData[route.id], origin)
  return about ? { about } : {}
}

function cookiesOf({ actionHeaders, loaderHeaders }: StaticHandlerContext): string[] {
  return [...Object.values(actionHeaders), ...Object.values(loaderHeaders)].flatMap((headers) =>
    headers.getSetCookie(),
  )
}

function frameOf(pathname: string, site: Site): RenderedPage {
  const status = handlesOf(pathname).findLast((handle) => handle.status)?.status ?? 200
  return {
    kind: 'page',
    status,
    ...markup(
      <SiteProvider site={site}>
        <DashboardFrame />
      </SiteProvider>,
    ),
    hydration: null,
    script: 'app',
    setCookies: [],
    sources: (matchRoutes(dataRoutes, pathname) ?? []).map(({ route }) => route.id ?? ''),
    failures: [],
  }
}

/** React writes a page's title, meta and link tags ahead of its markup. It escapes both. */
function markup(page: ReactNode) {
  const html = renderToString(page)
  const head = /^(?:<(?:title|meta|link)\b[^>]*>(?:[^<]*<\/title>)?)*/.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}

function handlesOf(pathname: string): PageHandle[] {
  return (matchRoutes(dataRoutes, pathname) ?? []).map(({ route }) => handleOf(route))
}

function handleOf({ handle }: { handle?: PageHandle }): PageHandle {
  return handle ?? {}
}
