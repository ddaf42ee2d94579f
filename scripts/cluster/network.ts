import { execFileSync } from 'node:child_process'

import type { Member } from './members.ts'

const bridge = 'ajo-bridge'
export const hostAddress = '10.77.0.254'

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' })
const tryIp = (...words: string[]) => {
  try {
    ip(...words)
  } catch {
    // It does not exist.
  }
}

/** One network namespace for each member, joined by a bridge to which this machine belongs, too. */
export function openNetwork(members: readonly Member[]): Disposable {
  closeNetwork(members)
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${hostAddress}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  for (const member of members) {
    const inside = `${member.namespace}-in`
    ip('netns', 'add', member.namespace)
    ip('link', 'add', toCable(member), 'type', 'veth', 'peer', 'name', inside)
    ip('link', 'set', inside, 'netns', member.namespace)
    ip('link', 'set', toCable(member), 'master', bridge)
    ip('link', 'set', toCable(member), 'up')
    ip('-n', member.namespace, 'addr', 'add', `${member.address}/24`, 'dev', inside)
    ip('-n', member.namespace, 'link', 'set', inside, 'up')
    ip('-n', member.namespace, 'link', 'set', 'lo', 'up')
  }
  return { [Symbol.dispose]: () => closeNetwork(members) }
}

function closeNetwork(members: readonly Member[]) {
  for (const member of members) {
    tryIp('link', 'del', toCable(member))
    tryIp('netns', 'del', member.namespace)
  }
  tryIp('link', 'del', bridge)
}

const toCable = ({ namespace }: Member) => `${namespace}-out`

/** Pulls the network cable of a member, or plugs it in. */
export const setConnected = (member: Member, isConnected: boolean) =>
  ip('link', 'set', toCable(member), isConnected ? 'up' : 'down')
