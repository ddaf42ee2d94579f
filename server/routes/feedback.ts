import { randomUUID } from 'node:crypto'

import { Hono } from 'hono'

import { feedbackSchema } from '#shared/feedback.ts'

import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { jsonBody, type Env } from '../platform/http/context.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import type { Outbox, Mail } from '../platform/mail/mail.ts'
import { writeMail, staffLanguage } from '../platform/mail/write-mail.ts'
import { toUser } from '../platform/policy/actor.ts'
import * as may from '../platform/policy/rules.ts'

type FeedbackRouteDeps = { database: Database; outbox: Outbox; config: { adminEmail: string } }

/** POST /api/feedback: stored, and mailed to the admin (readings M7). */
export function feedbackRoutes({ database, outbox, config }: FeedbackRouteDeps) {
  return new Hono<Env>().post('/', gate(may.sendFeedback, noSubject), async (c) => {
    const { uid, email } = toUser(c.var.actor)
    const { feedback } = await jsonBody(c, feedbackSchema)
    const id = randomUUID()
    await database.transaction(async (queries) => {
      await queries.run(sql`
        insert into feedback (id, uid, email, feedback, created_at)
        values (${id}, ${uid}, ${email}, ${feedback}, ${new Date()})`)
      const mail = feedbackMail(config.adminEmail, { feedback, from: email })
      await outbox.enqueue(queries, mail, `feedback ${id}`)
    })
    return c.body(null, 204)
  })
}

export function feedbackMail(to: string, sent: { feedback: string; from: string }): Mail {
  return writeMail({ to, language: staffLanguage, reason: 'staff' }, 'Feedback from a user', [
    `${sent.from} wrote:`,
    ...sent.feedback.split(/\n{2,}/),
  ])
}
