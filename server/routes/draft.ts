import { Hono } from 'hono'

import { draftInputSchema, type Drafts } from '../campaigns/submission/drafts.ts'
import { jsonBody, type Env } from '../platform/http/context.ts'
import { toUser } from '../platform/policy/actor.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import * as may from '../platform/policy/rules.ts'

/** /api/draft: the user's unfinished wizard. */
export function draftRoutes({ drafts }: { drafts: Drafts }) {
  return new Hono<Env>()
    .get('/', gate(may.readDraft, noSubject), async (c) =>
      c.json({ draft: await drafts.find(toUser(c.var.actor).uid) }),
    )
    .put('/', gate(may.editDraft, noSubject), async (c) => {
      const input = await jsonBody(c, draftInputSchema)
      return c.json({ draft: await drafts.save(toUser(c.var.actor).uid, input) })
    })
    .delete('/', gate(may.editDraft, noSubject), async (c) => {
      await drafts.clear(toUser(c.var.actor).uid)
      return c.body(null, 204)
    })
}
