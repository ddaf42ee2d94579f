import { createKey, type HistoryAction } from './history.ts'
import type { Location, Path } from './location.ts'

/** What a page reads of a navigation. */
export type Navigation = {
  state: 'idle' | 'loading' | 'submitting'
  /** Where it leads. */
  location?: Location
  formMethod?: 'post'
}

/** A navigation as the router runs it. */
export type Start = {
  action: HistoryAction
  location: Location
  form?: FormData | URLSearchParams
  /** Stays while the page loads to which the answer to a form leads. */
  formMethod?: 'post'
  /** What was asked for. Without it a form replaces its own page, and what it leads to does not. */
  replace?: boolean | undefined
  preventScrollReset?: boolean
  /** Loads the data of the current page again without leaving it. */
  isRevalidation?: boolean
  /** How many redirects have led to it. */
  redirects?: number
}

export const idle: Navigation = { state: 'idle' }

/** A page that leads elsewhere must not stay in the history where it was opened first or by going back. */
export const mustReplace = ({ replace, isRevalidation = false, action }: Start): boolean =>
  replace ?? (isRevalidation || action === 'POP')

export function toRedirected(begun: Start, path: Path) {
  const { formMethod, isRevalidation = false, preventScrollReset = false, redirects = 0 } = begun
  return {
    location: { ...path, state: null, key: createKey() },
    ...(formMethod && { formMethod }),
    replace: mustReplace(begun),
    redirects: redirects + 1,
    // The page to which a form leads starts at its top.
    preventScrollReset: preventScrollReset && !isRevalidation && !formMethod,
  }
}

export function toNavigation({ location, form, formMethod }: Start): Navigation {
  return { state: form ? 'submitting' : 'loading', location, ...(formMethod && { formMethod }) }
}
