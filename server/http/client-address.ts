import { BlockList, isIP } from 'node:net'

/** Whoever a request came from, as far as we can know: a header is believed only if a proxy of ours wrote it. */
export function clientAddressBehind(trustedProxies: readonly string[]) {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [host = '', bits] = entry.split('/')
    const family = isIP(host) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(host, family)
    else trusted.addSubnet(host, Number(bits), family)
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return (peer: string | undefined, forwardedFor: string | undefined): string => {
    let address = plain(peer ?? '127.0.0.1')
    if (forwardedFor === undefined || trustedProxies.length === 0) return address
    // Each proxy adds the one it heard from at the end: walk back as long as we know who speaks.
    const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()))
    while (isTrusted(address)) {
      const before = hops.pop()
      if (before === undefined || isIP(before) === 0) break
      address = before
    }
    return address
  }
}

/** An IPv4 address that arrives through an IPv6 socket is the same address. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
