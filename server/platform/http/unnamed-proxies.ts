import { findForwardingHeader, getPeerAddress } from './connection.ts'
import { createProxyTest, toPlainAddress } from './client-address.ts'

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
