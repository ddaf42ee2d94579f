import type { ComponentType } from 'react'
import type { ActionFunction, LoaderFunction } from 'react-router'

import { loadWithRetry } from '../api/load-with-retry.ts'

/**
 * What a route is made of, by source file. The query makes modules of their own of loaders and actions, which bring schemas with them: a page
 * that the server loaded needs its components only.
 */
const components = import.meta.glob<ComponentType>(
  ['/web/screens/*/*.tsx', '/web/layouts/dashboard/dashboard-layout.tsx', '!**/*.test.tsx'],
  { import: 'Component' },
)
const loaders = import.meta.glob<LoaderFunction | undefined>(
  ['/web/screens/*/*.tsx', '/web/layouts/dashboard/dashboard-layout.tsx', '!**/*.test.tsx'],
  { import: 'loader', query: '?data' },
)
const actions = import.meta.glob<ActionFunction | undefined>(
  ['/web/screens/*/*.tsx', '!**/*.test.tsx'],
  { import: 'action', query: '?data' },
)

/** The parts of a route, for `lazy`. */
export function screenParts(id: string) {
  const load = components[`/${id}`]
  if (!load) throw new Error(`no screen ${id}`)
  return loadWithRetry(async () => {
    const [Component, loader, action] = await Promise.all([
      load(),
      loaders[`/${id}`]?.(),
      actions[`/${id}`]?.(),
    ])
    return { Component, ...(loader && { loader }), ...(action && { action }) }
  })
}
