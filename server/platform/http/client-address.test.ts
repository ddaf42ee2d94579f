import { expect, it } from 'vitest'

import { clientAddressReader } from './client-address.ts'

it.each([
  {
    when: 'no proxy is trusted',
    trusted: [],
    peer: '203.0.113.9',
    forwarded: '198.51.100.1',
    address: '203.0.113.9',
  },
  {
    when: 'the peer is not trusted',
    trusted: ['10.0.0.0/8'],
    peer: '203.0.113.9',
    forwarded: '198.51.100.1',
    address: '203.0.113.9',
  },
  {
    when: 'a trusted proxy forwards it',
    trusted: ['10.0.0.0/8'],
    peer: '10.1.2.3',
    forwarded: '198.51.100.1',
    address: '198.51.100.1',
  },
  {
    when: 'two proxies are trusted',
    trusted: ['10.0.0.0/8'],
    peer: '10.1.2.3',
    forwarded: '198.51.100.1, 10.9.9.9',
    address: '198.51.100.1',
  },
  {
    when: 'the client invents an earlier hop',
    trusted: ['10.1.2.3'],
    peer: '10.1.2.3',
    forwarded: '1.1.1.1, 198.51.100.1',
    address: '198.51.100.1',
  },
  {
    when: 'a trusted proxy sends no header',
    trusted: ['10.1.2.3'],
    peer: '10.1.2.3',
    forwarded: undefined,
    address: '10.1.2.3',
  },
  {
    when: 'the header holds no address',
    trusted: ['10.1.2.3'],
    peer: '10.1.2.3',
    forwarded: 'unknown',
    address: '10.1.2.3',
  },
  {
    when: 'the IPv4 peer is mapped to IPv6',
    trusted: ['10.1.2.3'],
    peer: '::ffff:10.1.2.3',
    forwarded: '198.51.100.1',
    address: '198.51.100.1',
  },
  {
    when: 'the proxy has an IPv6 address',
    trusted: ['2001:db8::/32'],
    peer: '2001:db8::7',
    forwarded: '2001:db9::1',
    address: '2001:db9::1',
  },
])('finds the client when $when', ({ trusted, peer, forwarded, address }) => {
  expect(clientAddressReader(trusted)(peer, forwarded)).toBe(address)
})
