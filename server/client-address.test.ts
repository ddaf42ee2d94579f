import { expect, it } from 'vitest'

import { clientAddressBehind } from './client-address.ts'

it.each([
  ['nobody is trusted', [], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['the peer is no proxy of ours', ['10.0.0.0/8'], '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['our proxy says so', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['two proxies are ours', ['10.0.0.0/8'], '10.1.2.3', '198.51.100.1, 10.9.9.9', '198.51.100.1'],
  ['the client made up an earlier hop', ['10.1.2.3'], '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['our proxy says nothing', ['10.1.2.3'], '10.1.2.3', undefined, '10.1.2.3'],
  ['what it says is no address', ['10.1.2.3'], '10.1.2.3', 'unknown', '10.1.2.3'],
  ['IPv4 comes through IPv6', ['10.1.2.3'], '::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['the proxy speaks IPv6', ['2001:db8::/32'], '2001:db8::7', '2001:db9::1', '2001:db9::1'],
])('knows the client when %s', (_, trusted, peer, forwarded, address) => {
  expect(clientAddressBehind(trusted)(peer, forwarded)).toBe(address)
})
