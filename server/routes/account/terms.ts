import { Hono } from 'hono'

import { acceptTerms, hasAcceptedTerms } from '../../people/accounts/terms-acceptance.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Env } from '../../platform/http/context.ts'
import { gate, noSubject } from '../../platform/http/gate.ts'
import { toUser } from '../../platform/policy/actor.ts'
import * as may from '../../platform/policy/rules.ts'

type TermsRouteDeps = { database: Database; now: () => Date }

/** /api/account/terms: whether the person accepted the current terms of service. */
export function termsRoutes({ database, now }: TermsRouteDeps) {
  return new Hono<Env>()
    .get('/', gate(may.readAcceptedTerms, noSubject), async (c) =>
      c.json({ isAccepted: await hasAcceptedTerms(database, toUser(c.var.actor).uid) }),
    )
    .post('/', gate(may.acceptTerms, noSubject), async (c) => {
      await acceptTerms(database, toUser(c.var.actor).uid, now())
      return c.body(null, 204)
    })
}
