import * as z from 'zod/mini'

import type { ArrivedRequest } from '../http/request-limiter.ts'
import type { LimitedPolicy, RateLimit, RateLimitScope } from '../policy/rate-limit.ts'
import { getStage } from '../policy/rate-limit.ts'
import { toNetwork } from './network.ts'

/** The values under which a request is counted. */
export type ScopeValues = Partial<Record<RateLimitScope, string>> & { network: string }

export function toArrivalScopes({ actor, clientAddress, id }: ArrivedRequest): ScopeValues {
  return {
    network: toNetwork(clientAddress),
    global: '',
    ...(actor.kind === 'user' && { account: actor.uid }),
    ...(id !== '' && { subject: id.toLowerCase() }),
  }
}

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

/** Undefined if the request has no value for the limit's scope. */
export function toCounterName({ name }: Named, limit: RateLimit, scopes: Partial<ScopeValues>) {
  const { per, windowMs, onExceed, unit = 'requests' } = limit
  const value = scopes[per]
  if (value === undefined) return undefined
  return `${name} ${getStage(limit)} ${onExceed} ${per} ${windowMs} ${unit} ${value}`
}
