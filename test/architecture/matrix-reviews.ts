import { randomBytes, randomUUID } from 'node:crypto'

import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { sealRecipient } from '#server/platform/mail/mail-rows.ts'
import { toLinkHash } from '#server/money/refunds/bank-accounts.ts'
import type { Sealing } from '#server/platform/runtime/sealing.ts'
import { insertFailedJob } from '#test/support/database/jobs.ts'
import { insertSuppressed } from '#test/support/mail/mails.ts'

/** One webhook, one quarantined payment and one failed mail about an existing donation, one failed job and one suppressed address. */
export type AdminCases = {
  event: string
  held: string
  mail: string
  job: string
  suppressed: string
  difference: string
  /** A refund that was given up. */
  refund: string
  /** One that waits for a second admin, and one that is not sent yet. */
  waitingRefund: string
  unsentRefund: string
  /** The token of a mail about another refund, which needs the donor's bank account. */
  refundAccount: string
}

/** `started` and `paid` are the references of an unpaid and of a paid donation. */
export async function insertAdminCases(
  owner: Database,
  sealing: Sealing,
  { started: reference, paid }: { started: string; paid: string },
): Promise<AdminCases> {
  const cases = {
    event: randomUUID(),
    held: randomUUID(),
    mail: randomUUID(),
    job: await insertFailedJob(owner),
    suppressed: randomUUID(),
    difference: randomUUID(),
    refund: randomUUID(),
    waitingRefund: randomUUID(),
    unsentRefund: randomUUID(),
    refundAccount: randomBytes(32).toString('base64url'),
  }
  const { sealed, key } = sealRecipient(sealing, 'nobody@example.com')
  const seen = { mode: 'sandbox', currency: 'NGN', amount: 400_000, subAccountCode: null }
  await owner.run(sql`
    insert into webhook_inbox (id, mode, event, reference, body_hash, facts, state, received_at)
    values (${cases.event}, 'sandbox', 'charge.success', ${reference}, ${randomBytes(32)}, '{}', 'done', now())`)
  await owner.run(sql`
    insert into quarantined_payment (
      id, mode, reference, transaction_id, reason, expected, seen, created_at, booked_in, owner_uid, net_kobo)
    values (
      ${cases.held}, 'sandbox', ${reference}, 4000000001, 'unknown-reference', ${seen},
      ${{ ...seen, status: 'success' }}, now(), 'platform', 'platform', 400000)`)
  await owner.run(sql`
    insert into mail_outbox (id, recipient_sealed, recipient_key, subject, text, html, failed_at, last_error)
    values (${cases.mail}, ${sealed}, ${key}, 'A thank-you', 'text', 'html', now(), 'SMTP 550')`)
  const suppressed = { id: cases.suppressed, address: 'gone@example.com', words: 'recipient: 550' }
  await insertSuppressed(owner, suppressed, sealing)
  await owner.run(sql`
    insert into ledger_difference (
      id, mode, scope, kind, key, theirs, state, first_seen_at, last_seen_at, changed_at)
    values (
      ${cases.difference}, 'sandbox', '2026-05-01', 'payment-without-entry', 'AJO-1', '500000 success', 'open', now(), now(),
      now())`)
  const attention = randomUUID()
  await owner.run(sql`
    insert into refund (
      campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, cause, amount_kobo, reason, state, problem, refund_id,
      next_attempt_at, needs_second, created_at)
    select donation.campaign_id, row.id, donation.id, 'sandbox', sha256(row.id::text::bytea), sha256('form'), 'owner', 'request',
      10000, 'A mistake', row.state, row.problem, row.refund_id, row.next_at, row.state = 'held', now()
    from donation, (values
      (${cases.refund}::uuid, 'given-up', 'too-small', null::bigint, null::timestamptz),
      (${cases.waitingRefund}::uuid, 'held', 'second-person', null, now() + interval '1 day'),
      (${cases.unsentRefund}::uuid, 'held', 'second-person', null, now() + interval '1 day'),
      (${attention}::uuid, 'needs-attention', null, 4000000002, now() + interval '7 days')
    ) as row (id, state, problem, refund_id, next_at)
    where donation.reference = ${paid}`)
  await owner.run(sql`
    insert into refund_bank_account (campaign_id, refund_id, link_hash, link_expires_at)
    select campaign_id, id, ${toLinkHash(cases.refundAccount)}, now() + interval '7 days' from refund where id = ${attention}`)
  return cases
}
