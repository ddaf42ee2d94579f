import { expect, it } from 'vitest'

import { clientAddressReader } from './client-address.ts'

it.each<
  [when: string, trusted: string[], peer: string, forwarded: string | undefined, address: string]
>([
  ['no proxy is trusted', [], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['the peer is not trusted', ['10.0.0.0/8'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted proxy forwards it', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['two proxies are trusted', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
  [
    'the client invents an earlier hop',
    ['10.1.2.3'],
    '10.1.2.3',
    '1.1.1.1, 198.51.100.1',
    '198.51.100.1',
  ],
  ['a trusted proxy sends no header', ['10.1.2.3'], '10.1.2.3', undefined, '10.1.2.3'],
  ['the header holds no address', ['10.1.2.3'], '10.1.2.3', 'unknown', '10.1.2.3'],
  [
    'the IPv4 peer is mapped to IPv6',
    ['10.1.2.3'],
    '::ffff:10.1.2.3',
    '198.51.100.1',
    '198.51.100.1',
  ],
  ['the proxy has an IPv6 address', ['2001:db8::/32'], '2001:db8::7', '2001:db9::1', '2001:db9::1'],
])('finds the client when %s', (...[, trusted, peer, forwarded, address]) => {
  expect(clientAddressReader(trusted)(peer, forwarded)).toBe(address)
})
