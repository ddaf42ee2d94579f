import type { RouterHistory } from '#web/router/history.ts'
import { resolvePath, type Location, type Path } from '#web/router/location.ts'

const start: Path = { pathname: '/', search: '', hash: '' }

/** Documents are not loaded in memory. */
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
    // A document would replace the page, of which nothing more is asked.
    load: () => {},
  }
}
