import { Hono } from 'hono'

import { loginSchema } from '#shared/account.ts'

import { jsonBody, type Env } from '../http/context.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { SecondFactor } from '../accounts/two-factor.ts'
import { mustShowFactor } from './two-factor.ts'
import { accepted, accountAnswer, type UserDocuments } from './account-response.ts'

type Parts = {
  identity: Identity
  content: UserDocuments
  sessions: Sessions
  secondFactor: SecondFactor
}

/** /api/session: who is asking, and the way in and out. */
export function sessionRoutes({ identity, content, sessions, secondFactor }: Parts) {
  return new Hono<Env>()
    .get('/', gate(may.readSession, nothing), async (c) => {
      const { actor } = c.var
      if (actor.kind !== 'user' || !(await identity.recheck(actor.uid)))
        return c.json({ account: null })
      return c.json(await accountAnswer(content, actor, actor))
    })
    .post('/', gate(may.signIn, nothing), async (c) => {
      const { code = '', ...credential } = await jsonBody(c, loginSchema)
      const account = accepted(await identity.signIn(credential))
      const { isOn } = await secondFactor.stateOf(account.uid)
      if (isOn) await mustShowFactor(secondFactor, account.uid, code)
      const session = await sessions.begin(c, account, c.var.actor, { secondFactor: isOn })
      return c.json(await accountAnswer(content, account, session))
    })
    .delete('/', gate(may.signOut, nothing), async (c) => {
      const { actor } = c.var
      if (actor.kind === 'user') await sessions.end(actor.sessionId)
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}
