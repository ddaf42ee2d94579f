import { randomUUID } from 'node:crypto'

import { Hono } from 'hono'

import { feedbackSchema } from '#shared/feedback.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { jsonBody, type Env } from '../http/context.ts'
import type { Outbox } from '../mail/mail.ts'
import { feedbackMail } from '../mail/templates.ts'
import { signedIn } from '../policy/actor.ts'
import { gate, nothing } from '../policy/gate.ts'
import * as may from '../policy/rules.ts'

type Parts = { database: Database; outbox: Outbox; config: { operatorEmail: string } }

/** POST /api/feedback: kept, and mailed to whoever runs this Ajo (readings M7). */
export function feedbackRoutes({ database, outbox, config }: Parts) {
  return new Hono<Env>().post('/', gate(may.sendFeedback, nothing), async (c) => {
    const { uid, email } = signedIn(c.var.actor)
    const { feedback } = await jsonBody(c, feedbackSchema)
    const id = randomUUID()
    await database.transaction(async (queries) => {
      await queries.run(sql`
        insert into feedback (id, uid, email, feedback, created_at)
        values (${id}, ${uid}, ${email}, ${feedback}, ${new Date()})`)
      const mail = feedbackMail(config.operatorEmail, { feedback, from: email })
      await outbox.enqueue(queries, mail, `feedback ${id}`)
    })
    return c.body(null, 204)
  })
}
