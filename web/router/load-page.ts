import { isSamePage, toHref, type Location } from './location.ts'
import { collectResults, findRedirect, type Page } from './page.ts'
import { RequestContext } from './request-context.ts'
import type { Match } from './route.ts'
import { findErrorRoute, runAction, runLoaders, type RunResult } from './run-routes.ts'

type Answer = Exclude<RunResult, { redirect: Response }>

type Load = {
  matches: Match[]
  location: Location
  form: FormData | URLSearchParams | undefined
  /** Loads the data of routes that stay, too. */
  isForced: boolean
  /** Called when the action has answered. */
  onAnswer: () => void
}

/** The page at an address after its action, if there is a form, and its loaders. Data that were not loaded again stay. */
export async function loadPage(
  shown: Page,
  { matches, location, form, isForced, onAnswer }: Load,
): Promise<Omit<Page, 'location'> | Response> {
  const context = new RequestContext()
  const url = new URL(toHref(location), window.location.origin)
  const request = new Request(url, form ? { method: 'POST', body: form } : {})
  const action = form ? await runAction(matches, { request, context }) : undefined
  if (action && 'redirect' in action) return action.redirect
  onAnswer()
  const isAgain = form !== undefined || isSamePage(shown.location, location)
  const mustLoadAll = isForced || (isAgain && !isRefused(action))
  const needed = matches.filter(
    (match) => mustLoadAll || isNew(shown, match) || isChanged(shown, match, location),
  )
  const results = await runLoaders(needed, { request: new Request(url), context })
  return findRedirect(results) ?? toPage(shown, { matches, results, action })
}

/** A form that was refused has changed nothing. */
const isRefused = (action: Answer | undefined): boolean =>
  action !== undefined && ('error' in action || (action.status ?? 200) >= 400)

/** Whether the page that is shown has no data of the route: it is new, or it failed. */
const isNew = ({ loaderData }: Page, { route }: Match): boolean => !(route.id in loaderData)

/** Whether the parameters of the route or the search are others. */
function isChanged(
  { location, matches }: Page,
  { route, path, params }: Match,
  to: Location,
): boolean {
  const known = matches.find((match) => match.route.id === route.id)
  const names = (path.match(/:\w+|\*/g) ?? []).map((name) => name.replace(':', ''))
  const isOther = names.some((name) => known?.params[name] !== params[name])
  return isOther || to.search !== location.search
}

type Loaded = { matches: Match[]; results: Map<string, RunResult>; action: Answer | undefined }

function toPage(
  { loaderData: known }: Page,
  { matches, results, action }: Loaded,
): Omit<Page, 'location'> {
  const { loaderData, errors } = collectResults(matches, results)
  for (const { route } of matches)
    if (!results.has(route.id) && route.id in known) loaderData[route.id] = known[route.id]
  const id = matches.at(-1)?.route.id ?? ''
  const failed =
    action && 'error' in action ? { [findErrorRoute(matches, id)]: action.error } : null
  return {
    matches,
    loaderData,
    actionData: action && 'value' in action ? { [id]: action.value } : null,
    errors: failed ?? errors,
  }
}
