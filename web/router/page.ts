import type { Location } from './location.ts'
import type { KnownRoute, Match } from './route.ts'
import { findErrorRoute, type RunResult } from './run-routes.ts'

/** What is shown at an address. Data, results of actions and errors stand under the ids of their routes. */
export type Page = {
  location: Location
  matches: readonly Match[]
  loaderData: Record<string, unknown>
  actionData: Record<string, unknown> | null
  errors: Record<string, unknown> | null
}

/** An action that did not redirect. */
export type Answer = Exclude<RunResult, { redirect: Response }>

/** A page by its action and loaders. The first error counts, and stands under the route that shows it. */
export function toPage(
  matches: readonly Match[],
  results: Map<string, RunResult>,
  action: Answer | undefined,
): Omit<Page, 'location'> {
  const last = matches.at(-1)?.route.id ?? ''
  const loaderData: Page['loaderData'] = {}
  let errors: Page['errors'] = null
  for (const [id, result] of results) {
    if ('value' in result) loaderData[id] = result.value
    if ('error' in result) errors ??= { [findErrorRoute(matches, id)]: result.error }
  }
  return {
    matches,
    loaderData,
    actionData: action && 'value' in action ? { [last]: action.value } : null,
    errors:
      action && 'error' in action ? { [findErrorRoute(matches, last)]: action.error } : errors,
  }
}

/** The outermost route shows an error for which no other is known. */
export function toErrorPage([root]: readonly KnownRoute[], error: Error): Omit<Page, 'location'> {
  return {
    matches: root ? [{ route: root, path: '/*', params: {} }] : [],
    loaderData: {},
    actionData: null,
    errors: { [root?.id ?? '']: error },
  }
}

/** The first redirect that a loader asked for. */
export function findRedirect(results: Map<string, RunResult>): Response | undefined {
  for (const result of results.values()) if ('redirect' in result) return result.redirect
  return undefined
}
