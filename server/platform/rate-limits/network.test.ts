import { expect, it } from 'vitest'

import { toNetwork } from './scopes.ts'

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:0:7::1', '2001:db8:0:7::/64'],
  ['2001:0DB8:0000:0007:ffff:ffff:ffff:ffff', '2001:db8:0:7::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
])('counts %s as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})
