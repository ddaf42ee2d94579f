import { resolvePath, toHref, type Location, type Path } from './location.ts'

export type HistoryAction = 'POP' | 'PUSH' | 'REPLACE'

/** Where the router keeps addresses: the browser, or memory in tests. */
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

/** Entries that our router has not written, such as that of a link to a heading, have no state. */
export function browserHistory(): RouterHistory {
  const read = (): Location => {
    const { pathname, search, hash } = window.location
    const entry = history.state as Entry | null
    return { pathname, search, hash, state: entry?.usr ?? null, key: entry?.key ?? 'default' }
  }
  const toEntry = ({ state, key }: Location): Entry => ({ usr: state, key })
  return {
    location: read(),
    push: (location) => history.pushState(toEntry(location), '', toHref(location)),
    replace: (location) => history.replaceState(toEntry(location), '', toHref(location)),
    go: (steps) => history.go(steps),
    listen: (onPop) => addEventListener('popstate', () => onPop(read())),
    load: (url, isReplaced) => window.location[isReplaced ? 'replace' : 'assign'](url),
  }
}

const start: Path = { pathname: '/', search: '', hash: '' }

/** Documents are not loaded in memory: the router shows their address instead. */
export function memoryHistory(first: string): RouterHistory {
  const path = resolvePath(first, start) ?? start
  const entries: Location[] = [{ ...path, state: null, key: 'default' }]
  let at = 0
  let onPop: (location: Location) => void = () => {}
  return {
    location: entries[0] ?? { ...start, state: null, key: 'default' },
    push: (location) => {
      at += 1
      entries.splice(at, entries.length, location)
    },
    replace: (location) => void entries.splice(at, 1, location),
    go: (steps) => {
      const found = entries[at + steps]
      if (!found) return
      at += steps
      onPop(found)
    },
    listen: (listener) => {
      onPop = listener
    },
    load: (url) => {
      throw new Error(`memory has no document for ${url}`)
    },
  }
}
