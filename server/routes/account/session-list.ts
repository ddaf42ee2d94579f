import { Hono } from 'hono'

import type { SessionList } from '#shared/account.ts'

import type { Database } from '../../platform/database/database.ts'
import type { Env } from '../../platform/http/context.ts'
import { toUser } from '../../platform/policy/actor.ts'
import { gate, noSubject } from '../../platform/http/gate.ts'
import * as may from '../../platform/policy/rules.ts'
import type { AccountEvents } from '../../people/accounts/account-events.ts'
import type { Sessions } from '../../people/accounts/sessions.ts'

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
