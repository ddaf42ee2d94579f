import { randomBytes, randomUUID } from 'node:crypto'

import type { Database } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import { insertFailedJob } from '#test/jobs.ts'

/** One webhook, one quarantined payment and one failed mail about an existing donation, one failed job and one suppressed address. */
export type AdminCases = {
  event: string
  held: string
  mail: string
  job: string
  suppressed: string
}

export async function insertAdminCases(owner: Database, reference: string): Promise<AdminCases> {
  const cases = {
    event: randomUUID(),
    held: randomUUID(),
    mail: randomUUID(),
    job: await insertFailedJob(owner),
    suppressed: randomUUID(),
  }
  const seen = { mode: 'sandbox', currency: 'NGN', amount: 400_000, subAccountCode: null }
  await owner.run(sql`
    insert into webhook_inbox (id, mode, event, reference, body_hash, body_sealed, state, received_at)
    values (${cases.event}, 'sandbox', 'charge.success', ${reference}, ${randomBytes(32)}, 'sealed', 'done', now())`)
  await owner.run(sql`
    insert into quarantined_payment (id, mode, reference, transaction_id, reason, expected, seen, created_at)
    values (
      ${cases.held}, 'sandbox', ${reference}, 4000000001, 'unknown-reference', ${seen},
      ${{ ...seen, status: 'success' }}, now())`)
  await owner.run(sql`
    insert into mail_outbox (id, recipient, subject, text, html, failed_at, last_error)
    values (${cases.mail}, 'nobody@example.com', 'A thank-you', 'text', 'html', now(), 'SMTP 550')`)
  await owner.run(sql`
    insert into mail_suppression (id, address, words) values (${cases.suppressed}, 'gone@example.com', 'recipient: 550')`)
  return cases
}
