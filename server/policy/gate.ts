import { createMiddleware } from 'hono/factory'

import { Refused, type Env } from '../http/context.ts'
import type { Rule } from './rules.ts'

/**
 * Stands in front of a handler and hands it the subject named in the path. It asks `who` before looking anything up,
 * so a refusal never reveals which ids exist; missing and forbidden answer alike.
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

/** For actions on no stored thing, such as creating one. */
export const nothing = async () => null
