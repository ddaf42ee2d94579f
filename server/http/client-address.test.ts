import { expect, it } from 'vitest'

import { clientAddressBehind } from './client-address.ts'

it.each([
  {
    when: 'nobody is trusted',
    trusted: [],
    peer: '203.0.113.9',
    forwarded: '198.51.100.1',
    address: '203.0.113.9',
  },
  {
    when: 'the peer is no proxy of ours',
    trusted: ['10.0.0.0/8'],
    peer: '203.0.113.9',
    forwarded: '198.51.100.1',
    address: '203.0.113.9',
  },
  {
    when: 'our proxy says so',
    trusted: ['10.0.0.0/8'],
    peer: '10.1.2.3',
    forwarded: '198.51.100.1',
    address: '198.51.100.1',
  },
  {
    when: 'two proxies are ours',
    trusted: ['10.0.0.0/8'],
    peer: '10.1.2.3',
    forwarded: '198.51.100.1, 10.9.9.9',
    address: '198.51.100.1',
  },
  {
    when: 'the client made up an earlier hop',
    trusted: ['10.1.2.3'],
    peer: '10.1.2.3',
    forwarded: '1.1.1.1, 198.51.100.1',
    address: '198.51.100.1',
  },
  {
    when: 'our proxy says nothing',
    trusted: ['10.1.2.3'],
    peer: '10.1.2.3',
    forwarded: undefined,
    address: '10.1.2.3',
  },
  {
    when: 'what it says is no address',
    trusted: ['10.1.2.3'],
    peer: '10.1.2.3',
    forwarded: 'unknown',
    address: '10.1.2.3',
  },
  {
    when: 'IPv4 comes through IPv6',
    trusted: ['10.1.2.3'],
    peer: '::ffff:10.1.2.3',
    forwarded: '198.51.100.1',
    address: '198.51.100.1',
  },
  {
    when: 'the proxy speaks IPv6',
    trusted: ['2001:db8::/32'],
    peer: '2001:db8::7',
    forwarded: '2001:db9::1',
    address: '2001:db9::1',
  },
])('knows the client when $when', ({ trusted, peer, forwarded, address }) => {
  expect(clientAddressBehind(trusted)(peer, forwarded)).toBe(address)
})
