import { getIncoming } from './connection.ts'

/**
 * Refuses a request that names no host or several: a proxy and the server could each believe another one. Runs before any handler, so it
 * covers every address.
 */
export function refuseSeveralHosts(env: object): Response | undefined {
  const incoming = getIncoming(env)
  if (!incoming) return undefined
  const hosts = countHosts(incoming.rawHeaders)
  const isSingle = hosts === 1 && isOfSameHost(incoming.url, incoming.headers.host)
  return isSingle ? undefined : new Response(null, { status: 400, headers })
}

/** Of names and values in turn. Every request goes through here, so no array is built. */
function countHosts(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.toLowerCase() === 'host') hosts++
  return hosts
}

/** A target such as `http://ajo.example/page` names a host of its own, which wins over the Host header. */
function isOfSameHost(target = '', host = ''): boolean {
  if (!/^https?:/i.test(target)) return true
  return URL.canParse(target) && new URL(target).host === host.toLowerCase()
}

const headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}
