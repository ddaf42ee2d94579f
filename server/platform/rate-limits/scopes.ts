import { isIP } from 'node:net'

import * as z from 'zod/mini'

import type { ArrivedRequest } from '../http/context.ts'
import {
  type LimitedPolicy,
  type RateLimit,
  type RateLimitScope,
  getStage,
} from '../policy/rate-limit.ts'

export type ScopeValues = Partial<Record<RateLimitScope, string>> & { network: string }

export function toArrivalScopes({ actor, clientAddress, id }: ArrivedRequest): ScopeValues {
  const network = toNetwork(clientAddress)
  return {
    network,
    ...toWideNetwork(network),
    global: '',
    ...(actor.kind === 'user' && { account: actor.uid }),
    ...(id !== '' && toIdScopes(id.toLowerCase())),
    ...(id !== '' && actor.kind !== 'user' && { 'visitor-and-subject': `${network} ${id}` }),
  }
}

const toIdScopes = (id: string) => ({ subject: id, secret: id })

const campaignSchema = z.object({ id: z.string() })

export function toSubjectScopes(subject: unknown): Partial<ScopeValues> {
  const campaign = z.safeParse(campaignSchema, subject).data
  return campaign ? { campaign: campaign.id.toLowerCase() } : {}
}

/** The scopes of the email address in a form. A proven address has counters of its own, which other people cannot fill. */
export function toFormScopes(
  { actor }: ArrivedRequest,
  {
    email,
    campaign,
    isProven,
  }: { email: string; campaign?: string | undefined; isProven: boolean },
): Partial<ScopeValues> {
  if (isProven) return { 'proven-email': email }
  const isChange = actor.kind === 'user' && email !== actor.email
  return {
    email,
    ...(isChange && { 'new-email': email, 'email-change': actor.uid }),
    ...(campaign !== undefined && { 'email-and-campaign': `${email} ${campaign}` }),
  }
}

type Named = Pick<LimitedPolicy, 'name'>

/** Name of the counter whose open window means that abuse detection blocks this value. */
export function toBlockName({ name }: Named, per: RateLimitScope, value: string) {
  return `block ${name} ${per} ${value}`
}

export function toCounterName({ name }: Named, limit: RateLimit, scopes: Partial<ScopeValues>) {
  const { per, windowMs, onExceed, unit = 'requests', shared } = limit
  const value = scopes[per]
  if (value === undefined) return undefined
  if (shared !== undefined) return `${shared} ${onExceed} ${windowMs} ${value}`
  return `${name} ${getStage(limit)} ${onExceed} ${per} ${windowMs} ${unit} ${value}`
}

/** The /48 prefix of an IPv6 address, which hosters and tunnel brokers give away with its 65,536 networks. */
export function toWideNetwork(network: string): { 'wide-network'?: string } {
  const groups = network.split(':')
  return groups.length < 3 ? {} : { 'wide-network': `${groups.slice(0, 3).join(':')}::/48` }
}

/** The IPv4 address, or the /64 prefix of an IPv6 address: one connection can use every address below its prefix. */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  const prefix = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}
