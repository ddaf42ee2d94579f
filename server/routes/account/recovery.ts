import { Hono } from 'hono'

import { actionCodeSchema, type Recovery } from '#shared/account.ts'

import type { Sessions } from '../../people/accounts/sessions.ts'
import { gate, noSubject } from '../../platform/http/gate.ts'
import { jsonBody, type Env } from '../../platform/http/context.ts'
import * as may from '../../platform/policy/rules.ts'
import type { Identity } from '../../providers/identity/identity.ts'
import { unwrapIdentity, updateProfile, type ProfileDeps } from './account-response.ts'

type Deps = ProfileDeps & {
  identity: Identity
  sessions: Sessions
}

/** /api/account/recovery: links in warnings that a hosted identity provider mails itself. */
export function recoveryRoutes(deps: Deps) {
  const { identity, sessions } = deps
  return new Hono<Env>()
    .post('/check', gate(may.useActionCode, noSubject), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      const recovery: Recovery = unwrapIdentity(await identity.checkRecovery(code))
      return c.json({ recovery })
    })
    .post('/apply', gate(may.useActionCode, noSubject), async (c) => {
      const { code } = await jsonBody(c, actionCodeSchema)
      const account = unwrapIdentity(await identity.applyRecovery(code))
      const { uid, email } = account
      await updateProfile(deps, account)
      // Another person may know the password.
      unwrapIdentity(await identity.sendReset(email))
      if (c.var.actor.kind === 'user' && c.var.actor.uid === uid) sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}
