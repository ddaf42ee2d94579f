import { createKey, type HistoryAction, type RouterHistory } from './history.ts'
import { isSamePage, resolvePath, toUrl, type Location, type To, toHref } from './location.ts'
import { matchRoutes } from './match-routes.ts'
import {
  idle,
  mustReplace,
  toNavigation,
  toRedirected,
  type Navigation,
  type Start,
} from './navigation.ts'
import { type Answer, findRedirect, type Page, toErrorPage, toPage } from './page.ts'
import { getRedirect, RouteError } from './responses.ts'
import { loadRouteData, type KnownRoute, type Match } from './route.ts'
import { RequestContext } from './request-context.ts'
import { runAction, runLoaders } from './run-routes.ts'

export type RouterState = Page & {
  /** How the current address was reached. */
  historyAction: HistoryAction
  /** False until the first page has its data. */
  initialized: boolean
  navigation: Navigation
  /** Whether the data of the current page load again. */
  revalidation: 'idle' | 'loading'
  /** The page stays where it is scrolled to. */
  preventScrollReset: boolean
}

export type NavigateOptions = {
  replace?: boolean | undefined
  state?: unknown
  preventScrollReset?: boolean | undefined
  /** Runs the action of the page with the form. */
  formMethod?: 'post'
  formData?: FormData | URLSearchParams
}

export type Navigate = (to: To | number, options?: NavigateOptions) => Promise<void>

/** What pages and links ask of a router. */
export type Navigator = {
  navigate: Navigate
  revalidate: () => Promise<void>
  /** Loads the code that a form of the page is handled by. It fails when the form is sent, if at all. */
  prepare: () => Promise<void>
  /** There is no client router: a form loads the document of its answer. */
  opensDocuments?: boolean
}

export type Router = Navigator & {
  readonly state: RouterState
  /** Returns a function that ends the subscription. */
  subscribe: (listener: (state: RouterState) => void) => () => void
}

type Options = {
  history: RouterHistory
  /** The data that the server rendered the first page with. The parts of its routes must have been loaded. */
  hydration?: Pick<Page, 'loaderData' | 'actionData' | 'errors'>
  /** The document has no markup of the first page, so the browser has not placed it. */
  isShell?: boolean
}

/** As many as browsers follow. */
const maxRedirects = 20

/** Opens a router at the current address of the history. */
export const createRouter = (routes: readonly KnownRoute[], options: Options): Router =>
  new PageRouter(routes, options)

/**
 * Shows the page of an address with its data. A new navigation replaces one that is on its way. Loaders run where the route is new, its
 * parameters or the search have changed, the page is opened again, or after a form or `revalidate`.
 */
class PageRouter implements Router {
  readonly #routes: readonly KnownRoute[]
  readonly #history: RouterHistory
  readonly #listeners = new Set<(state: RouterState) => void>()
  #state: RouterState
  #running: Start | undefined
  #mustRevalidate = false

  constructor(routes: readonly KnownRoute[], { history, ...first }: Options) {
    this.#routes = routes
    this.#history = history
    this.#state = toFirstState(routes, history.location, first)
    history.listen((location) => void this.#start({ action: 'POP', location }))
    if (!this.#state.initialized)
      void this.#start({ action: 'POP', location: this.#state.location })
  }

  get state(): RouterState {
    return this.#state
  }

  subscribe(listener: (state: RouterState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  navigate: Navigate = async (to, options = {}) => {
    if (typeof to === 'number') return this.#history.go(to)
    const { location } = this.#state
    const path = resolvePath(to, location)
    if (!path) return this.#history.load(toUrl(to), false)
    const { formData, preventScrollReset = false } = options
    const isForm = options.formMethod === 'post'
    const isReplaced = options.replace ?? (isForm && isSamePage(path, location))
    return this.#start({
      action: isReplaced ? 'REPLACE' : 'PUSH',
      location: { ...path, state: options.state ?? null, key: createKey() },
      ...(isForm && { form: formData ?? new URLSearchParams(), formMethod: 'post' }),
      replace: options.replace,
      // The answer to a form stands at the form.
      preventScrollReset: preventScrollReset || isForm,
    })
  }

  revalidate = async (): Promise<void> => {
    this.#mustRevalidate = true
    this.#update({ revalidation: 'loading' })
    // A form is not sent twice, so the data load after it.
    if (this.#running?.form) return undefined
    const { historyAction: action, location } = this.#state
    const again = { action, location, isRevalidation: true, preventScrollReset: true }
    return this.#start({ ...(this.#running ?? again) })
  }

  prepare = async (): Promise<void> => {
    const { matches } = this.#state
    await Promise.allSettled(matches.map(({ route }) => loadRouteData(route)))
  }

  #update(change: Partial<RouterState>) {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener(this.#state)
  }

  async #start(begun: Start): Promise<void> {
    // What a form has changed is not known, also if its answer is not waited for.
    if (this.#running?.form) this.#mustRevalidate = true
    this.#running = begun
    const { location, form, isRevalidation = false } = begun
    const matches = matchRoutes(this.#routes, location.pathname)
    if (!matches) return this.#complete(begun, toErrorPage(this.#routes, new RouteError(404)))
    if (this.#isOnlyAnchor(begun)) return this.#complete(begun, this.#state)
    if (!isRevalidation) this.#update({ navigation: toNavigation(begun) })
    const loaded = await loadPage(this.#state, {
      matches,
      location,
      form,
      isForced: this.#mustRevalidate,
      onAnswer: () => {
        if (this.#running === begun && form)
          this.#update({ navigation: { ...toNavigation(begun), state: 'loading' } })
      },
    })
    if (this.#running !== begun) return undefined
    // The server was updated and has other code. It renders the page as a document.
    if (this.#state.initialized && !form && isOutdated(loaded))
      return this.#history.load(toUrl(location), mustReplace(begun))
    return loaded instanceof Response ? this.#follow(begun, loaded) : this.#complete(begun, loaded)
  }

  #isOnlyAnchor({ form, location }: Start): boolean {
    const { initialized, errors } = this.#state
    if (form || !initialized || errors || this.#mustRevalidate) return false
    return location.hash !== '' && isSamePage(this.#state.location, location)
  }

  #complete(begun: Start, page: Omit<Page, 'location'>) {
    const { action, location, form, isRevalidation = false } = begun
    const isDue = form !== undefined && this.#state.revalidation === 'loading'
    if (action === 'PUSH' && !isRevalidation) this.#history.push(location)
    if (action === 'REPLACE' && !isRevalidation) this.#history.replace(location)
    this.#running = undefined
    this.#mustRevalidate = false
    // The answer to a form stays while the page it stands on loads its data again.
    const { actionData } = isRevalidation ? this.#state : page
    this.#update({
      ...page,
      actionData,
      location,
      historyAction: action,
      initialized: true,
      navigation: idle,
      revalidation: 'idle',
      preventScrollReset: begun.preventScrollReset ?? false,
    })
    if (isDue) void this.revalidate()
  }

  async #follow(begun: Start, response: Response): Promise<void> {
    const target = getRedirect(response)
    if (!target) return
    const isReplaced = mustReplace(begun)
    const path = resolvePath(target.url, begun.location)
    if (!path || target.isDocument) return this.#history.load(target.url, isReplaced)
    const next = toRedirected(begun, path)
    if (next.redirects > maxRedirects)
      return this.#complete(begun, toErrorPage(this.#routes, new Error('too many redirects')))
    const isSame = isSamePage(path, this.#state.location)
    await this.#start({ ...next, action: isReplaced || isSame ? 'REPLACE' : 'PUSH' })
  }
}

const isOutdated = (loaded: Response | Pick<Page, 'errors'>): boolean =>
  !(loaded instanceof Response) &&
  Object.values(loaded.errors ?? {}).some(
    (error) => error instanceof Error && 'code' in error && error.code === 'outdated',
  )

function toFirstState(
  routes: readonly KnownRoute[],
  location: Location,
  { hydration, isShell = false }: Omit<Options, 'history'>,
): RouterState {
  const matches = matchRoutes(routes, location.pathname)
  const page = matches
    ? { matches, loaderData: {}, actionData: null, errors: null }
    : toErrorPage(routes, new RouteError(404))
  const needsNothing = page.matches.every(
    ({ route }) => !route.lazy && !route.lazyData && !route.loader,
  )
  return {
    ...page,
    ...hydration,
    location,
    historyAction: 'POP',
    initialized: hydration !== undefined || needsNothing,
    navigation: idle,
    revalidation: 'idle',
    // The browser has placed a page of the server.
    preventScrollReset: hydration !== undefined && !isShell,
  }
}

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
async function loadPage(
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
  const redirect = findRedirect(results)
  if (redirect) return redirect
  const page = toPage(matches, results, action)
  for (const { route } of matches)
    if (!results.has(route.id) && route.id in shown.loaderData)
      page.loaderData[route.id] = shown.loaderData[route.id]
  return page
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
