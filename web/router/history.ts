import { isDocumentUrl, toHref, type Location } from './location.ts'

export type HistoryAction = 'POP' | 'PUSH' | 'REPLACE'

/** Where the router keeps addresses: the browser, or memory in tests (test/support/web/memory-history.ts). */
export type RouterHistory = {
  location: Location
  push: (location: Location) => void
  replace: (location: Location) => void
  go: (steps: number) => void
  /** Called after the browser has gone back or forward. */
  listen: (onPop: (location: Location) => void) => void
  /** Loads another document. */
  load: (url: string, isReplaced: boolean) => void
}

export const createKey = (): string => Math.random().toString(36).slice(2, 10)

type Entry = { usr: unknown; key: string }

export function browserHistory(): RouterHistory {
  let key = 'default'
  const read = (): Location => {
    const { pathname, search, hash } = window.location
    const entry = history.state as Partial<Entry> | null
    key = entry?.key ?? key
    return { pathname, search, hash, state: entry?.usr ?? null, key }
  }
  const toEntry = (location: Location): Entry => {
    key = location.key
    return { usr: location.state, key }
  }
  /** The browser makes entries without state for a document, and for a link to a place in the page, which is an entry of that page. */
  const readEntry = (): Location => {
    const location = read()
    if (history.state === null) history.replaceState(toEntry(location), '')
    return location
  }
  return {
    location: readEntry(),
    push: (location) => history.pushState(toEntry(location), '', toHref(location)),
    replace: (location) => history.replaceState(toEntry(location), '', toHref(location)),
    go: (steps) => history.go(steps),
    listen: (onPop) => addEventListener('popstate', () => onPop(readEntry())),
    load: (url, isReplaced) => {
      if (!isDocumentUrl(url)) throw new Error('this address is no document')
      window.location[isReplaced ? 'replace' : 'assign'](url)
    },
  }
}
