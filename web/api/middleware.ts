export type Headers = Record<string, string>
export type ApiRequest = { method: string; path: string; body?: unknown; headers: Headers }
/** Sends a request. Resolves to the parsed JSON of the response. */
export type SendRequest = (request: ApiRequest) => Promise<unknown>
/** Wraps the sending of a request, to change it or to send it again. */
export type Middleware = (next: SendRequest) => SendRequest
