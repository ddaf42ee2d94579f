import { copyHeader, filesHeader } from '#shared/offline.ts'

import { newIdempotencyKey } from '../api/idempotency-key.ts'

const copiedAtHeader = 'ajo-copied-at'
const languageHeader = 'ajo-language'

/** Fetches the document that everybody gets, to be stored. Undefined if the server does not say that it is the same for everybody. */
export async function toCopy(path: string) {
  const response = await fetch(path, { headers: { [copyHeader]: '1' }, redirect: 'error' })
  const isPublic =
    response.headers.has(filesHeader) ||
    (response.headers.get('cache-control') ?? '').startsWith('public')
  if (response.status !== 200 || !isPublic) return undefined
  const html = await response.text()
  // Its styles name fonts that the page may not need.
  const named = html.replace(/<style>.*?<\/style>/s, '').match(/\/assets\/[\w.-]+/g) ?? []
  const listed = (response.headers.get(filesHeader) ?? '').split(' ')
  const files = [...new Set([...named, ...listed])].filter((file) => file !== '')
  const headers = new Headers(response.headers)
  // The text is stored without its compression.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  headers.set(filesHeader, files.join(' '))
  headers.set(copiedAtHeader, String(Date.now()))
  headers.set(languageHeader, /<html lang="([\w-]+)"/.exec(html)?.[1] ?? '')
  return { files, response: new Response(html, { headers }) }
}

export function readHeaders({ headers }: Response) {
  const files = (headers.get(filesHeader) ?? '').split(' ').filter((file) => file !== '')
  const age = Date.now() - Number(headers.get(copiedAtHeader) ?? 0)
  return { files, age, language: headers.get(languageHeader) }
}

/**
 * The copy as it is shown: marked with its time, and with an idempotency key of its own, because a key that was used before would
 * stand for the earlier donation.
 */
export async function toSent(copy: Response): Promise<Response> {
  const text = await copy.text()
  const key = /"idempotencyKey":"([0-9a-f]{32})"/.exec(text)?.[1]
  const fresh = key === undefined ? text : text.replaceAll(key, newIdempotencyKey())
  const copiedAt = copy.headers.get(copiedAtHeader) ?? ''
  const marked = fresh.replace('<html ', `<html data-copied-at="${copiedAt}" `)
  return new Response(marked, { headers: copy.headers })
}
