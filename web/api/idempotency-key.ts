import type { ApiError } from './api-error.ts'

/**
 * One key per form, so that a double click, a reload or a retry counts as one request. `crypto.randomUUID` is not used, because
 * browsers offer it over HTTPS only.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** True when the server refused the request, so the next attempt is a new one. After a lost response or a server error the key stays. */
export function needsNewKey({ status }: ApiError): boolean {
  return status >= 400 && status < 500
}
