import { pageDataId, type Hydration, type PageData } from '#shared/page.ts'

import { deserializeError } from './page-error.ts'

/** Reads the data that the server put into this document. They are trusted like the document, so no schema parses them. */
export function readPageData(): PageData {
  return JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData
}

/** The data that the server rendered with. Errors are turned back into `ApiError`s. */
export function readHydration({ loaderData, actionData, errors }: Hydration) {
  const entries = Object.entries(errors ?? {}).map(([id, error]) => [id, deserializeError(error)])
  return { loaderData, actionData, errors: errors && Object.fromEntries(entries) }
}
