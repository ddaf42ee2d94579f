import { isDocumentUrl } from './location.ts'

const documentHeader = 'x-load-document'

/** A value of a loader or an action with the status and headers of its document. */
export class DataWithInit<Value> {
  readonly data: Value
  readonly init: ResponseInit

  constructor(value: Value, init: ResponseInit) {
    this.data = value
    this.init = init
  }
}

export const data = <Value>(value: Value, init: ResponseInit = {}): DataWithInit<Value> =>
  new DataWithInit(value, init)

/** Leads to another page, with 302 where no status is named. */
export function redirect(url: string, init: number | ResponseInit = {}): Response {
  const { status = 302, headers } = typeof init === 'number' ? { status: init } : init
  const response = new Response(null, { status, ...(headers && { headers }) })
  response.headers.set('location', url)
  return response
}

/** Leads to another page, which the browser loads as a document. */
export function redirectDocument(url: string, init: ResponseInit): Response {
  const response = redirect(url, init)
  response.headers.set(documentHeader, 'true')
  return response
}

/** Where a response leads, or undefined where that is no page. */
export function getRedirect({
  headers,
}: Response): { url: string; isDocument: boolean } | undefined {
  const url = headers.get('location')
  if (url === null || !isDocumentUrl(url)) return undefined
  return { url, isDocument: headers.has(documentHeader) }
}

/** An address without a page, or a form sent to a page that accepts none. */
export class RouteError extends Error {
  readonly status: 404 | 405

  constructor(status: 404 | 405) {
    super(`no route, status ${status}`)
    this.status = status
  }
}
