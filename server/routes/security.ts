import { Hono } from 'hono'

import type { SessionList } from '#shared/account.ts'

import type { Database } from '../database/database.ts'
import type { Env } from '../http/context.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'
import { recordEvent } from '../accounts/account-events.ts'
import type { Sessions } from '../accounts/sessions.ts'

type Parts = { sessions: Sessions; database: Database }

/** /api/account/sessions: where somebody is logged in, and how to end that. */
export function sessionListRoutes({ sessions, database }: Parts) {
  return new Hono<Env>()
    .get('/', gate(may.listSessions, nothing), async (c) => {
      const { uid, sessionId } = signedIn(c.var.actor)
      const listed = await sessions.list(uid)
      const answer: SessionList = {
        sessions: listed.map(({ id, device, createdAt, seenAt }) => ({
          id,
          device,
          createdAt: createdAt.toISOString(),
          seenAt: seenAt.toISOString(),
          isThis: id === sessionId,
        })),
      }
      return c.json(answer)
    })
    .delete('/', gate(may.listSessions, nothing), async (c) => {
      const { uid } = signedIn(c.var.actor)
      await sessions.endAll(uid)
      await recordEvent(database, {
        uid,
        byUid: uid,
        kind: 'signed-out-everywhere',
        at: new Date(),
      })
      sessions.cookies.remove(c)
      return c.body(null, 204)
    })
    .delete('/:id', gate(may.endSession, sessions.find), async (c) => {
      await sessions.end(c.var.subject.id)
      return c.body(null, 204)
    })
}
