import type { createStaticRouter } from 'react-router'

import type { Router } from './open-router.ts'

type Subscriber = Parameters<Router['subscribe']>[0]

/**
 * A router that shows what the server loaded until the client router is there, which is opened when something needs it. The client router
 * and the loaders of all pages are half of the script of a page, and its first render needs neither.
 */
export function lateRouter(
  shown: ReturnType<typeof createStaticRouter>,
  open: () => Promise<Router>,
): { router: Router; ready: () => Promise<Router> } {
  let opened: Router | undefined
  let opening: Promise<Router> | undefined
  const state = { ...shown.state, location: readLocation(), restoreScrollPosition: false as const }
  const connections = new Set<(router: Router) => void>()
  /** Connects now or when the client router is there. Returns a function that ends it. */
  const connect = (start: (router: Router) => () => void) => {
    if (opened) return start(opened)
    let end = () => {}
    const connection = (router: Router) => {
      end = start(router)
    }
    connections.add(connection)
    return () => {
      connections.delete(connection)
      end()
    }
  }
  const ready = () => {
    opening ??= open().then(
      (router) => {
        opened = router
        for (const connection of connections) connection(router)
        return router
      },
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
  const subscribe = (subscriber: Subscriber) =>
    connect((router) => {
      subscriber(router.state, { deletedFetchers: [], flushSync: false, newErrors: null })
      return router.subscribe(subscriber)
    })
  const early = {
    ...shown,
    state,
    subscribe,
    navigate: async (...step: Parameters<Router['navigate']>) => (await ready()).navigate(...step),
    fetch: async (...request: Parameters<Router['fetch']>) => (await ready()).fetch(...request),
    revalidate: async () => (await ready()).revalidate(),
    enableScrollRestoration: (...position: Parameters<Router['enableScrollRestoration']>) =>
      connect((router) => router.enableScrollRestoration(...position)),
    deleteFetcher: () => {},
    deleteBlocker: () => {},
  }
  const router = new Proxy(early, {
    get: (_, name): unknown => Reflect.get(opened ?? early, name),
  }) as unknown as Router
  return { router, ready }
}

/** As the history of the client router reads it. */
function readLocation() {
  const { pathname, search, hash } = location
  const stored = history.state as { usr?: unknown; key?: string } | null
  return { pathname, search, hash, state: stored?.usr ?? null, key: stored?.key ?? 'default' }
}
