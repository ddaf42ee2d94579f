import { randomBytes, randomUUID } from 'node:crypto'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'

/** One of each kind of thing on the operator's desk, about a gift that is there. */
export type Desk = { event: string; held: string; mail: string }

export async function deskAbout(owner: Database, reference: string): Promise<Desk> {
  const desk = { event: randomUUID(), held: randomUUID(), mail: randomUUID() }
  const seen = { mode: 'sandbox', currency: 'NGN', amount: 400_000, subAccountCode: null }
  await owner.run(sql`
    insert into webhook_inbox (id, mode, event, reference, body_hash, body_sealed, state, received_at)
    values (${desk.event}, 'sandbox', 'charge.success', ${reference}, ${randomBytes(32)}, 'sealed', 'done', now())`)
  await owner.run(sql`
    insert into quarantine (id, mode, reference, transaction_id, reason, expected, seen, created_at)
    values (
      ${desk.held}, 'sandbox', ${reference}, 4000000001, 'unknown-reference', ${seen},
      ${{ ...seen, status: 'success' }}, now())`)
  await owner.run(sql`
    insert into mail_outbox (id, recipient, subject, text, html, failed_at, last_error)
    values (${desk.mail}, 'nobody@example.com', 'A word of thanks', 'text', 'html', now(), 'SMTP 550')`)
  return desk
}
