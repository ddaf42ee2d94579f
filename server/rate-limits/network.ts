import { isIP } from 'node:net'

/** Whom to count as one: an IPv4 address, or the half of an IPv6 address that a line is given; the other half is theirs to change at will. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  const line = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${line.join(':')}::/64`
}
