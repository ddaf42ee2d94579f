import { createMiddleware } from 'hono/factory'

import type { Rule } from '../policy/rules.ts'
import { Refused, type Env } from './context.ts'

/**
 * Authorises a request and passes the subject named in the path to the handler. `who` is checked before the lookup, and a
 * forbidden subject gets the same response as a missing one, so that responses do not reveal which ids exist.
 */
export function gate<Subject>(
  rule: Rule<Subject>,
  find: (id: string) => Promise<Subject | undefined>,
) {
  const guard = createMiddleware<{ Variables: Env['Variables'] & { subject: Subject } }>(
    async (c, next) => {
      const refusal = rule.who(c.var.actor)
      if (refusal) throw new Refused(refusal)

      const subject = await find(c.req.param('id') ?? '')
      if (subject === undefined || !rule.when(c.var.actor, subject)) throw new Refused('not-found')

      c.set('subject', subject)
      await next()
    },
  )
  return Object.assign(guard, { rule })
}

/** For actions without a stored subject, such as creating one. */
export const noSubject = async () => null
