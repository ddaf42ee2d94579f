import type { RouterHistory } from '#web/router/history.ts'

import { memoryHistory } from './memory-history.ts'
import type { Location } from '#web/router/location.ts'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

type Answer = { resolve: (value: unknown) => void; reject: (error: unknown) => void }

/** Loaders and actions that are recorded, and those that answer when the test lets them. */
export function recordRuns() {
  const runs: string[] = []
  const waiting = new Map<string, Answer>()
  const toPath = ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url)
    return pathname + search
  }
  return {
    runs,
    /** Answers with the path at once. */
    quick: (name: string) => (args: LoaderFunctionArgs) => {
      runs.push(name)
      return toPath(args)
    },
    /** Answers by `answer` or `fail`. */
    slow: (name: string) => () => {
      runs.push(name)
      return new Promise((resolve, reject) => waiting.set(name, { resolve, reject }))
    },
    answer: (name: string, value: unknown) => waiting.get(name)?.resolve(value),
    fail: (name: string, error: unknown) => waiting.get(name)?.reject(error),
  }
}

/** A history in memory that also records its addresses and the documents that were asked for. */
export function watchedHistory(first: string) {
  const inner = memoryHistory(first)
  const documents: [url: string, isReplaced: boolean][] = []
  const entries: Location[] = [inner.location]
  let at = 0
  let writes = 0
  const history: RouterHistory = {
    ...inner,
    push: (location) => {
      writes += 1
      at += 1
      entries.splice(at, entries.length, location)
      inner.push(location)
    },
    replace: (location) => {
      writes += 1
      entries.splice(at, 1, location)
      inner.replace(location)
    },
    go: (steps) => {
      if (entries[at + steps]) at += steps
      inner.go(steps)
    },
    load: (url, isReplaced) => void documents.push([url, isReplaced]),
  }
  const list = () => entries.map(({ pathname, search, hash }) => pathname + search + hash)
  return { history, documents, list, current: () => entries[at], writes: () => writes }
}
