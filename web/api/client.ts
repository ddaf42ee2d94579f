import { createContext, type RouterContextProvider } from 'react-router'

import type { Api } from './api.ts'
import { loadWithRetry } from './load-with-retry.ts'

export type { Api } from './api.ts'
export { ApiError } from './api-error.ts'

/** The schema of a response without a body (204). */
export const noContent = async () => (await import('./no-content.ts')).noContent

/** Loaded when it is first used, because a page that came with its data asks for nothing. */
const load = loadWithRetry(async () => (await import('./create-api.ts')).networkApi)

export const browserApi: Api = {
  get: async (path, schema) => (await load()).get(path, schema),
  // eslint-disable-next-line max-params -- as in the API
  post: async (path, body, schema, headers) => (await load()).post(path, body, schema, headers),
  put: async (path, body, schema) => (await load()).put(path, body, schema),
  patch: async (path, body, schema) => (await load()).patch(path, body, schema),
  remove: async (path) => (await load()).remove(path),
}

/** The API for loaders and actions: over the network in the browser, in process on the server. */
export const apiContext = createContext<Api>(browserApi)

export function getApi(context: Readonly<RouterContextProvider>): Api {
  return context.get(apiContext)
}
