import type { RequestContext } from './request-context.ts'
import { DataWithInit, getRedirect, RouteError } from './responses.ts'
import {
  loadRoute,
  loadRouteData,
  type KnownRoute,
  type LoaderFunction,
  type Match,
} from './route.ts'

/** What became of a loader or an action. */
export type RunResult = RunValue | { error: unknown } | { redirect: Response }

type RunValue = { value: unknown; status: number | undefined; headers: Headers }
type Run = { request: Request; context: RequestContext }

/** Runs the loaders of these routes beside each other. A route without a loader has no data. */
export async function runLoaders(
  matches: readonly Match[],
  run: Run,
): Promise<Map<string, RunResult>> {
  const results = await Promise.all(
    matches.map(async ({ route, params }) => {
      const result = await runPart(route, 'loader', { ...run, params })
      return [route.id, result] as const
    }),
  )
  return new Map(results.flatMap(([id, result]) => (result ? [[id, result]] : [])))
}

export async function runAction(matches: readonly Match[], run: Run): Promise<RunResult> {
  const match = matches.at(-1)
  if (!match) return { error: new RouteError(404) }
  const result = await runPart(match.route, 'action', { ...run, params: match.params })
  return result ?? { error: new RouteError(405) }
}

/** The id of the route that shows the error of another. */
export function findErrorRoute(matches: readonly Match[], failedId: string): string {
  const failedAt = matches.findIndex(({ route }) => route.id === failedId)
  const above = matches.slice(0, failedAt + 1)
  const found = above.filter(({ route }) => route.errorElement !== undefined).at(-1)
  return (found ?? matches[0])?.route.id ?? ''
}

async function runPart(
  route: KnownRoute,
  part: 'loader' | 'action',
  args: Parameters<LoaderFunction>[0],
): Promise<RunResult | undefined> {
  try {
    const run = await findPart(route, part)
    if (!run) return undefined
    const result = await run(args)
    if (result instanceof Response) return toRedirect(result)
    if (!(result instanceof DataWithInit))
      return { value: result, status: undefined, headers: new Headers() }
    const { status, headers } = result.init
    return { value: result.data, status, headers: new Headers(headers) }
  } catch (error) {
    return error instanceof Response ? toRedirect(error) : { error }
  }
}

async function findPart(
  route: KnownRoute,
  part: 'loader' | 'action',
): Promise<LoaderFunction | undefined> {
  try {
    await Promise.all([loadRoute(route), loadRouteData(route)])
    return route[part]
  } catch (error) {
    const { answerUnsent } = route
    if (part === 'action' && answerUnsent) return ({ request }) => answerUnsent(request, error)
    throw error
  }
}

function toRedirect(response: Response): RunResult {
  if (getRedirect(response)) return { redirect: response }
  return { error: new Error('a loader or an action returned a response that leads to no page') }
}
