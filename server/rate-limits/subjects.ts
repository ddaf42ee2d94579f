import type { Context } from 'hono'
import * as z from 'zod/mini'

import { emailSchema } from '#shared/account.ts'

import type { Env } from '../http/context.ts'
import type { Counting, LimitedAction } from './limit-table.ts'
import { networkOf } from './network.ts'

/** Whom a request is counted for. */
export type Subjects = Partial<Record<Counting, string>> & { network: string }

export async function subjectsOf(c: Context<Env>): Promise<Subjects> {
  const { actor, clientAddress } = c.var
  const campaign = /^\/api\/campaigns\/([^/]+)\//.exec(c.req.path)?.[1]?.toLowerCase()
  const account = actor.kind === 'user' ? actor : undefined
  const typed = await emailIn(c)
  const email = typed ?? account?.email
  const isChange = account !== undefined && typed !== undefined && typed !== account.email
  return {
    network: networkOf(clientAddress),
    everybody: '',
    ...(email !== undefined && { email }),
    ...(account && { account: account.uid }),
    ...(isChange && { 'new-email': typed, 'email-change': account.uid }),
    ...(campaign !== undefined && { campaign }),
    ...(campaign !== undefined &&
      email !== undefined && { 'email-and-campaign': `${email} ${campaign}` }),
  }
}

/** Under what the watch holds somebody up. */
export function breakerSubject({ name }: Pick<LimitedAction, 'name'>, per: Counting, who: string) {
  return `breaker ${name} ${per} ${who}`
}

const bodySchema = z.object({ email: emailSchema('') })

/** The address in a form, if it is one that any route would take. What cannot be read is for the route to refuse. */
async function emailIn(c: Context<Env>): Promise<string | undefined> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) return undefined
  if (!c.req.path.startsWith('/api/')) return undefined
  try {
    return z.safeParse(bodySchema, JSON.parse(await c.req.text())).data?.email
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
