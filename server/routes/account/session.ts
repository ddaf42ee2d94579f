import { Hono } from 'hono'

import { loginSchema, type SessionList } from '#shared/account.ts'

import type { Foundation } from '../../providers/foundation.ts'
import type { Database } from '../../platform/database/database.ts'
import { jsonBody, type Env } from '../../platform/http/context.ts'
import { gate, noSubject } from '../../platform/http/gate.ts'
import { findChosenLanguage } from '../../platform/http/language.ts'
import { saveLanguage } from '../../platform/mail/reader-language.ts'
import * as may from '../../platform/policy/rules.ts'
import type { Sessions } from '../../people/accounts/sessions.ts'
import { requireTwoFactor, type TwoFactor } from '../../people/accounts/two-factor.ts'
import {
  completeProfile,
  unwrapIdentity,
  toAccountResponse,
  toResponse,
  type ProfileDeps,
} from './account-response.ts'
import { toUser } from '../../platform/policy/actor.ts'
import type { AccountEvents } from '../../people/accounts/account-events.ts'

type SessionRouteDeps = ProfileDeps &
  Pick<Foundation, 'identity' | 'database'> & {
    sessions: Sessions
    twoFactor: TwoFactor
  }

/** /api/session: the signed-in account, login and logout. */
export function sessionRoutes(deps: SessionRouteDeps) {
  const { identity, content, sessions, twoFactor, database } = deps
  return new Hono<Env>()
    .get('/', gate(may.readSession, noSubject), async (c) => {
      const { actor } = c.var
      if (actor.kind !== 'user' || !(await identity.revalidate(actor.uid)))
        return c.json({ account: null })
      return c.json(await toAccountResponse(content, actor, actor))
    })
    .post('/', gate(may.signIn, noSubject), async (c) => {
      const { code = '', ...credential } = await jsonBody(c, loginSchema)
      const account = unwrapIdentity(await identity.signIn(credential))
      const { isOn } = await twoFactor.getState(account.uid)
      if (isOn) {
        const isKnown = await sessions.isKnownDevice(c.req.raw, account.email)
        const source = isKnown ? 'known-device' : 'new-device'
        await requireTwoFactor(twoFactor, { uid: account.uid, code, source })
      }
      const session = await sessions.startForBrowser(c, account, c.var.actor, { twoFactor: isOn })
      const language = findChosenLanguage(c)
      if (language) await saveLanguage(database, account.uid, language)
      return c.json(toResponse(await completeProfile(deps, account), account, session))
    })
    .delete('/', gate(may.signOut, noSubject), async (c) => {
      const { actor } = c.var
      if (actor.kind === 'user') await sessions.end(actor.sessionId)
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
}

type SessionListRouteDeps = {
  sessions: Sessions
  accountEvents: AccountEvents
  database: Database
}

/** /api/account/sessions: lists and ends the person's sessions. */
export function sessionListRoutes({ sessions, accountEvents, database }: SessionListRouteDeps) {
  return new Hono<Env>()
    .get('/', gate(may.listSessions, noSubject), async (c) => {
      const { uid, sessionId } = toUser(c.var.actor)
      const listed = await sessions.list(uid)
      const response: SessionList = {
        sessions: listed.map(({ id, device, createdAt, seenAt }) => ({
          id,
          device,
          createdAt: createdAt.toISOString(),
          seenAt: seenAt.toISOString(),
          isThis: id === sessionId,
        })),
      }
      return c.json(response)
    })
    .delete('/', gate(may.endSessions, noSubject), async (c) => {
      const { uid } = toUser(c.var.actor)
      await sessions.endAll(uid)
      await accountEvents.record(database, { uid, kind: 'signed-out-everywhere' })
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
    .delete('/:id', gate(may.endSession, sessions.find), async (c) => {
      await sessions.end(c.var.subject.id)
      return c.body(null, 204)
    })
}
