import { pageDataId, type Hydration, type PageData } from '#shared/page.ts'

import { deserializeError } from './page-error.ts'

/** The route of the dashboard, whose loader reads the account. */
export const dashboardLayout = 'web/layouts/dashboard/dashboard-layout.tsx'

/**
 * Takes the data that the server put into this document, where nothing of a person may stay after they log out. They are trusted like the
 * document, so no schema parses them.
 */
export function readPageData(): PageData {
  const element = document.getElementById(pageDataId)
  const data = JSON.parse(element?.textContent ?? '') as PageData
  element?.remove()
  return data
}

/** The data that the server rendered with. Errors are turned back into `ApiError`s. */
export function readHydration({ loaderData, actionData, errors }: Hydration) {
  const entries = Object.entries(errors ?? {}).map(([id, error]) => [id, deserializeError(error)])
  return { loaderData, actionData, errors: errors && Object.fromEntries(entries) }
}
