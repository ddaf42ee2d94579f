import { pageDataId, type Hydration, type PageData } from '#shared/page.ts'

import { errorFromData } from './page-error.ts'

/** What our own server put into this document. It is not parsed by a schema: the document itself is no less trusted. */
export function readPageData(): PageData {
  return JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData
}

/** The data that the server rendered with, errors made whole again. */
export function readHydration({ loaderData, actionData, errors }: Hydration) {
  const revived = Object.entries(errors ?? {}).map(([id, error]) => [id, errorFromData(error)])
  return { loaderData, actionData, errors: errors && Object.fromEntries(revived) }
}
