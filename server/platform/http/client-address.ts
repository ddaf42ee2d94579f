import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

export function createProxyTest(trustedProxies: readonly string[]) {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [host = '', bits] = entry.split('/')
    const family = isIP(host) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(host, family)
    else trusted.addSubnet(host, Number(bits), family)
  }
  return (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Returns the client's address from the connection and `X-Forwarded-For`. The header counts only where a trusted proxy has written it. */
export function clientAddressReader(trustedProxies: readonly string[]) {
  const isTrusted = createProxyTest(trustedProxies)

  return (peer: string | undefined, forwardedFor: string | undefined): string => {
    let address = toPlainAddress(peer ?? '127.0.0.1')
    if (forwardedFor === undefined || trustedProxies.length === 0) return address
    // Each proxy appends its peer, so the list is read from the end while the last address is trusted.
    const hops = forwardedFor.split(',').map((hop) => toPlainAddress(hop.trim()))
    while (isTrusted(address)) {
      const previous = hops.pop()
      if (previous === undefined || isIP(previous) === 0) break
      address = previous
    }
    return address
  }
}

/** Removes the IPv6 prefix of an IPv4 address that arrived through an IPv6 socket. */
function toPlainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** The request as Node received it. Undefined for requests that a test makes without a connection. */
export function getIncoming(env: unknown): IncomingMessage | undefined {
  return typeof env === 'object' && env !== null && 'incoming' in env
    ? (env.incoming as IncomingMessage)
    : undefined
}

/** The address of the connection. Undefined for requests that a test makes without one. */
export function getPeerAddress(env: unknown): string | undefined {
  return getIncoming(env)?.socket.remoteAddress
}

/** Headers by which a proxy says for whom, or under which name, it passes a request on. */
const forwardingHeader =
  /^(x-forwarded(-\w+)*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip|cdn-loop)$/

/** The first header of a proxy. The connection is asked where there is one, because pages call the API with fewer headers. */
export function findForwardingHeader(request: Request, env: unknown): string | undefined {
  const incoming = getIncoming(env)
  const names = incoming ? Object.keys(incoming.headers) : [...request.headers.keys()]
  return names.find((name) => forwardingHeader.test(name))
}

/** A header of a request that came through a connection, or that a test makes without one. Copies no headers, as `request.headers` does. */
export function getHeader(request: Request, env: unknown, name: string): string | undefined {
  const incoming = getIncoming(env)
  if (!incoming) return request.headers.get(name) ?? undefined
  const value = incoming.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}

/** Requests since the last report. `header` and `peerAddress` are those of the first one. */
export type UnnamedProxyReport = { peerAddress: string; header: string; requests: number }

type Deps = {
  trustedProxies: readonly string[]
  now: () => Date
  report: (report: UnnamedProxyReport) => void
}

const hourMs = 3_600_000

/**
 * Notices headers of a proxy from peers that TRUSTED_PROXIES does not name, because behind such a proxy all visitors share one address and
 * its rate limits. Reports at once and then once an hour at most, since anyone can send such a header.
 */
export function watchUnnamedProxies({ trustedProxies, now, report }: Deps) {
  const isTrusted = createProxyTest(trustedProxies)
  let seen: UnnamedProxyReport | undefined
  let reportedAt = -Infinity
  return (request: Request, env: unknown) => {
    const header = findForwardingHeader(request, env)
    if (header === undefined) return
    const peerAddress = toPlainAddress(getPeerAddress(env) ?? '127.0.0.1')
    if (isTrusted(peerAddress)) return
    seen = { peerAddress, header, ...seen, requests: (seen?.requests ?? 0) + 1 }
    if (now().getTime() - reportedAt < hourMs) return
    reportedAt = now().getTime()
    report(seen)
    seen = undefined
  }
}
