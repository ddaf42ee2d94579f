import { getIncoming } from './connection.ts'

/**
 * Refuses a request that names no host or several: a proxy and the server could each believe another one. Runs before any handler, so it
 * covers every address.
 */
export function refuseSeveralHosts(env: object): Response | undefined {
  const incoming = getIncoming(env)
  if (!incoming) return undefined
  const names = incoming.rawHeaders.filter((_, index) => index % 2 === 0)
  const hosts = names.filter((name) => name.toLowerCase() === 'host')
  const isSingle = hosts.length === 1 && isOfSameHost(incoming.url, incoming.headers.host)
  return isSingle ? undefined : new Response(null, { status: 400, headers })
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
