import { Hono } from 'hono'

import { draftInputSchema, type Drafts } from '../campaigns/submission/drafts.ts'
import { jsonBody, type Env } from '../http/context.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'

/** /api/draft: the wizard as this person left it. */
export function draftRoutes({ drafts }: { drafts: Drafts }) {
  return new Hono<Env>()
    .get('/', gate(may.editDraft, nothing), async (c) =>
      c.json({ draft: await drafts.find(signedIn(c.var.actor).uid) }),
    )
    .put('/', gate(may.editDraft, nothing), async (c) => {
      const input = await jsonBody(c, draftInputSchema)
      return c.json({ draft: await drafts.save(signedIn(c.var.actor).uid, input) })
    })
    .delete('/', gate(may.editDraft, nothing), async (c) => {
      await drafts.clear(signedIn(c.var.actor).uid)
      return c.body(null, 204)
    })
}
