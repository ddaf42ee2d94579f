import { matchRoutes } from './match-routes.ts'
import { findRedirect, type Page, toErrorPage, toPage } from './page.ts'
import type { RequestContext } from './request-context.ts'
import { RouteError } from './responses.ts'
import type { KnownRoute, Match } from './route.ts'
import { findErrorRoute, runAction, runLoaders } from './run-routes.ts'

/** A page that is ready to be rendered on the server. `status` is 200 where its data name none. */
export type QueriedPage = Page & { status: number; headers: Headers[] }

/** Runs the action, if the request has a form, and the loaders of a page. A redirect is returned as its response. */
export async function queryRoutes(
  routes: readonly KnownRoute[],
  request: Request,
  context: RequestContext,
): Promise<QueriedPage | Response> {
  const { pathname, search } = new URL(request.url)
  const location = { pathname, search, hash: '', state: null, key: 'default' }
  const matches = matchRoutes(routes, pathname)
  if (!matches)
    return {
      ...toErrorPage(routes, new RouteError(404)),
      location,
      status: 404,
      headers: [],
    }

  const isForm = request.method === 'POST'
  const action = isForm ? await runAction(matches, { request, context }) : undefined
  if (action && 'redirect' in action) return action.redirect
  const loadRequest = isForm ? toLoadRequest(request) : request
  const loaded = action && 'error' in action ? listAboveError(matches) : matches
  const results = await runLoaders(loaded, { request: loadRequest, context })
  const redirect = findRedirect(results)
  if (redirect) return redirect
  const values = [action, ...results.values()].flatMap((each) =>
    each && 'value' in each ? [each] : [],
  )
  return settle({
    ...toPage(matches, results, action),
    location,
    status: values.find(({ status }) => status !== undefined)?.status ?? 200,
    headers: values.map(({ headers }) => headers),
  })
}

/** The fields of loader data that a browser shows as they arrive are complete in a document. One that fails is an error of its route. */
async function settle(page: QueriedPage): Promise<QueriedPage> {
  const errors: [string, unknown][] = []
  const entries = Object.entries(page.loaderData).map(async ([id, data]) => {
    if (!isRecord(data)) return [id, data]
    const fields = Object.entries(data).map(async ([name, value]) => [name, await value])
    const settled = await Promise.all(fields).catch((error: unknown) => {
      errors.push([findErrorRoute(page.matches, id), error])
      return []
    })
    return [id, Object.fromEntries(settled)]
  })
  const loaderData = Object.fromEntries(await Promise.all(entries)) as Page['loaderData']
  const [first] = errors
  return {
    ...page,
    loaderData,
    errors: page.errors ?? (first ? Object.fromEntries([first]) : null),
  }
}

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data)

/** A loader reads the address and the headers. */
function toLoadRequest({ url, headers }: Request): Request {
  const own = new Headers(headers)
  for (const name of ['content-type', 'content-length']) own.delete(name)
  return new Request(url, { headers: own })
}

/** The page of a failed action shows the error, so its data are not needed. */
function listAboveError(matches: Match[]): Match[] {
  const errorId = findErrorRoute(matches, matches.at(-1)?.route.id ?? '')
  return matches.slice(
    0,
    matches.findIndex(({ route }) => route.id === errorId),
  )
}
