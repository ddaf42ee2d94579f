import type { Location } from './location.ts'
import type { Match } from './route.ts'
import { findErrorRoute, type RunResult } from './run-routes.ts'

/** What is shown at an address. Data, results of actions and errors stand under the ids of their routes. */
export type Page = {
  location: Location
  matches: readonly Match[]
  loaderData: Record<string, unknown>
  actionData: Record<string, unknown> | null
  errors: Record<string, unknown> | null
}

/** The data of loaders. The first error counts, and stands under the route that shows it. */
export function collectResults(matches: readonly Match[], results: Map<string, RunResult>) {
  const loaderData: Page['loaderData'] = {}
  let errors: Page['errors'] = null
  for (const [id, result] of results) {
    if ('value' in result) loaderData[id] = result.value
    if ('error' in result) errors ??= { [findErrorRoute(matches, id)]: result.error }
  }
  return { loaderData, errors }
}

/** The first redirect that a loader asked for. */
export function findRedirect(results: Map<string, RunResult>): Response | undefined {
  for (const result of results.values()) if ('redirect' in result) return result.redirect
  return undefined
}
