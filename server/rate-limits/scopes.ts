import type { Context } from 'hono'
import * as z from 'zod/mini'

import { emailSchema } from '#shared/text.ts'

import type { Env } from '../http/context.ts'
import { toNetwork } from './network.ts'
import type { RateLimitedAction, RateLimitScope } from './rate-limit-table.ts'

/** The values under which a request is counted. */
export type ScopeValues = Partial<Record<RateLimitScope, string>> & { network: string }

export async function readScopeValues(c: Context<Env>): Promise<ScopeValues> {
  const { actor, clientAddress } = c.var
  const campaign = /^\/api\/campaigns\/([^/]+)\//.exec(c.req.path)?.[1]?.toLowerCase()
  const account = actor.kind === 'user' ? actor : undefined
  const bodyEmail = await readBodyEmail(c)
  const email = bodyEmail ?? account?.email
  const isChange = account !== undefined && bodyEmail !== undefined && bodyEmail !== account.email
  return {
    network: toNetwork(clientAddress),
    global: '',
    ...(email !== undefined && { email }),
    ...(account && { account: account.uid }),
    ...(isChange && { 'new-email': bodyEmail, 'email-change': account.uid }),
    ...(campaign !== undefined && campaignValues(campaign, email)),
  }
}

const campaignValues = (campaign: string, email: string | undefined) => ({
  campaign,
  ...(email !== undefined && { 'email-and-campaign': `${email} ${campaign}` }),
})

/** Name of the counter whose open window means that abuse detection blocks this value. */
export function toBlockName(
  { name }: Pick<RateLimitedAction, 'name'>,
  per: RateLimitScope,
  value: string,
) {
  return `block ${name} ${per} ${value}`
}

const bodySchema = z.object({ email: emailSchema('') })

/** Undefined if the body cannot be read: the route itself then refuses the request. */
async function readBodyEmail(c: Context<Env>): Promise<string | undefined> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) return undefined
  if (!c.req.path.startsWith('/api/')) return undefined
  try {
    return z.safeParse(bodySchema, JSON.parse(await c.req.text())).data?.email
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
