import type { ErrorCode } from '#shared/errors.ts'
import { pageDataId, type Hydration, type PageData } from '#shared/page.ts'
import type { Takedown } from '#shared/takedown.ts'

import { ApiError } from '../api/api-error.ts'

/** Reads the data that the server put into this document. They are trusted like the document, so no schema parses them. */
export function readPageData(): PageData {
  return JSON.parse(document.getElementById(pageDataId)?.textContent ?? '') as PageData
}

/** The data that the server rendered with. Errors are turned back into `ApiError`s. */
export function readHydration({ loaderData, actionData, errors }: Hydration) {
  const entries = Object.entries(errors ?? {}).map(([id, error]) => [id, deserializeError(error)])
  return { loaderData, actionData, errors: errors && Object.fromEntries(entries) }
}

type ErrorData = {
  status: number
  code: ErrorCode
  message: string
  takedown?: Takedown | undefined
}

/** The error as JSON, for the document. */
export function serializeError({ status, code, message, takedown }: ApiError): ErrorData {
  return { status, code, message, ...(takedown && { takedown }) }
}

function deserializeError(data: unknown): ApiError {
  const { status, code, ...details } = data as ErrorData
  return new ApiError(status, code, details)
}
