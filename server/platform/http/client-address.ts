import { BlockList, isIP } from 'node:net'

/** True for addresses that TRUSTED_PROXIES names. */
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
export function toPlainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
