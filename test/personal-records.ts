import * as z from 'zod/mini'

import type { Queries } from '#server/database/database.ts'
import { sql } from '#server/database/sql.ts'
import type { User } from '#server/policy/actor.ts'

import { campaignOfAda } from './ledger.ts'
import { chidi } from './people.ts'

/** Inserts the records that a donor, organiser, reporter and reviewer leaves besides account, campaigns and donations. */
export async function insertPersonalRecords(
  owner: Queries,
  { uid, email }: User,
  campaignId: string,
) {
  const donation = await findDonation(owner, uid)
  for (const insert of [
    sql`insert into bank_account_holder (sub_account_code, name)
      select sub_account_code, 'BOLA OKAFOR' from campaign`,
    sql`insert into campaign_history (campaign_id, id, event, to_status, actor_uid, reason, at)
      values (${campaignId}, gen_random_uuid(), 'ask', 'information-requested', ${chidi.uid}, 'Which books?', now()),
        (${campaignOfAda.id}, gen_random_uuid(), 'reject', 'rejected', ${uid}, 'No such well.', now())`,
    sql`insert into campaign_edit (campaign_id, id, changes, at)
      values (${campaignId}, gen_random_uuid(), '[{"field": "city", "before": "Old Ife"}]', now())`,
    sql`insert into campaign_pending_change (campaign_id, status, proposed, at)
      values (${campaignId}, 'pending', '{"title": "More books", "bankAccount": {"last4": "1111", "subAccountCode": "ACCT_new"}}', now())`,
    sql`insert into thank_you_message (campaign_id, id, mode, key_hash, body_hash, message, minimum_kobo, recipients, created_at)
      values (${campaignId}, gen_random_uuid(), 'sandbox', ${zeros}, ${zeros}, 'From my heart.', 5000, 3, now())`,
    sql`insert into campaign_report (campaign_id, id, reason, details, reporter_uid, at, resolved_at)
      values (${campaignOfAda.id}, gen_random_uuid(), 'fraud', 'I was there.', ${uid}, now(), now()),
        (${campaignOfAda.id}, gen_random_uuid(), 'fraud', 'Look again.', ${uid}, now(), null)`,
    sql`insert into refund_request (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, requested_by_uid, amount_kobo,
        reason, state, refusal, created_at, claimed_until)
      values (${donation.campaignId}, gen_random_uuid(), ${donation.id}, 'sandbox', ${zeros}, ${zeros}, 'donor', ${uid}, 5000,
        'I lost my job.', 'refused', 'late', now(), now())`,
    sql`insert into image (id, width, height, size_bytes, created_at) values (${'a'.repeat(64)}, 1, 1, 1, now())`,
    sql`insert into image_upload (image_id, owner_uid, created_at) values (${'a'.repeat(64)}, ${uid}, now())`,
    sql`insert into mail_suppression (id, address, words) values (gen_random_uuid(), lower(${email}), '550 User unknown')`,
    sql`insert into mail_outbox (id, recipient, subject, sent_at) values (gen_random_uuid(), ${email}, 'Welcome', now())`,
  ])
    await owner.run(insert)
}

const zeros = Buffer.alloc(32)

async function findDonation(owner: Queries, uid: string) {
  const donation = await owner.row(
    z.object({ id: z.string(), campaignId: z.string() }),
    sql`select id, campaign_id as "campaignId" from donation where donor_uid = ${uid}`,
  )
  if (!donation) throw new Error('the person has no donation')
  return donation
}
