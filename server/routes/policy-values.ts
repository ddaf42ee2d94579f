import { Hono } from 'hono'

import type { PolicyValues } from '#shared/policy.ts'

import type { Config } from '../platform/config/config.ts'
import type { Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'

/** GET /api/policy-values: what the policies take from settings. */
export function policyValueRoutes({ config }: { config: Config }) {
  const { controller, recipients, identity } = config
  const values: PolicyValues = { controller, recipients, identity: identity.kind }
  return new Hono<Env>().get('/', gate(may.readPolicyValues, noSubject), (c) => c.json(values))
}
