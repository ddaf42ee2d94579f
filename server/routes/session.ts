import { Hono } from 'hono'

import { loginSchema } from '#shared/account.ts'

import { jsonBody, type Env } from '../http.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import type { Identity } from '../providers/identity/identity.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { accepted, accountAnswer, type UserDocuments } from './account-answer.ts'

type Parts = { identity: Identity; content: UserDocuments; sessions: Sessions }

/** /api/session: who is asking, and the way in and out. */
export function sessionRoutes({ identity, content, sessions }: Parts) {
  return new Hono<Env>()
    .get('/', gate(may.readSession, nothing), async (c) => {
      const { actor } = c.var
      const account = actor.kind === 'user' && (await identity.findAccount(actor.uid))
      if (!account) return c.json({ account: null })
      return c.json(await accountAnswer(content, account, actor.roles))
    })
    .post('/', gate(may.signIn, nothing), async (c) => {
      const credential = await jsonBody(c, loginSchema)
      const account = accepted(await identity.signIn(credential))
      const session = await sessions.begin(c, account, c.var.actor)
      return c.json(await accountAnswer(content, account, session.roles))
    })
    .delete('/', gate(may.signOut, nothing), async (c) => {
      const { actor } = c.var
      if (actor.kind === 'user') await sessions.end(actor.sessionId)
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}
