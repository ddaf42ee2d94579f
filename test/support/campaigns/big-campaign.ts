import type pg from 'pg'

import { ada } from '#test/support/people/people.ts'
import { insertPaidDonations, withDays } from '#test/support/money/insert-donations.ts'

/** The campaign of the organiser whom tests call Ada, with thousands of donations. Its own row is inserted by the test. */
export const bigCampaign = '7f1c2a54-90a3-4d27-8f0e-2f9f6d2f6a01'
const here = `donation.campaign_id = '${bigCampaign}'`

/**
 * Inserts `count` donations to the big campaign, and what a year of work leaves: receipts, supporters, settlements, refunds, disputes,
 * thanks, followers, questions, updates, mails, webhooks and logs.
 */
export async function insertBigCampaign(pool: pg.Pool, count: number): Promise<void> {
  const target = { campaignId: bigCampaign, ownerUid: ada.uid }
  await insertPaidDonations(pool, count, count, target)
  const client = await pool.connect()
  try {
    // Skips the foreign keys, because the keys of receipts are the server's.
    await client.query('set session_replication_role = replica')
    for (const statement of [...donors, ...money, ...people, ...work(count)])
      await client.query(statement)
  } finally {
    client.release(true)
  }
  await pool.query('vacuum analyze')
}

/** A number of each donation that does not change. */
const number = `('x' || substr(md5(donation.id::text), 1, 6))::bit(24)::integer`
const toPart = (parts: number) => `${here} and ${number} % ${parts} = 0`

const donors = [
  `update donation set donor_name = 'Donor ' || ${number}, wants_updates = ${number} % 3 = 0, shows_name = true,
     hides_amount = ${number} % 7 = 0, shows_message = true, message = 'Well done.', listed_at = created_at
   where ${here}`,
  `insert into confirmed_donor_address select donor_key, created_at from donation where ${toPart(2)}`,
  `insert into supporter (campaign_id, donation_id, amount_kobo, listed_at, group_id, words)
   select campaign_id, id, case when not hides_amount then amount_kobo end, created_at,
     case when hides_amount then gen_random_uuid() end, case when ${number} % 2 = 0 then 'waiting' else 'shown' end
   from donation where ${here}`,
  `insert into receipt (campaign_id, donation_id, number, code, donated_at, issued_at, mode, year, serial, key_id, signature)
   select campaign_id, id, reference, reference, created_at, created_at, mode, 2020, row_number() over (), repeat('0', 16),
     decode(repeat('ab', 64), 'hex')
   from donation where ${here}`,
]

const money = [
  `insert into settlement (mode, settlement_id, sub_account_code, status, currency, total_kobo, effective_kobo, deductions_kobo, fees_kobo,
     settled_at, asked_at)
   select 'sandbox', 900000000 + n, 'ACCT_bench', case when n % 40 = 0 then 'processing' else 'success' end, 'NGN', 0, 0, 0, 0,
     now() - n * interval '1 day', now()
   from generate_series(0, 299) n`,
  `insert into settlement_line (mode, settlement_id, campaign_id, donation_id, gross_kobo, fee_kobo, share_kobo, leg_kobo)
   select mode, 900000000 + ${number} % 300, campaign_id, id, amount_kobo, 17500, 482400, 482400
   from donation where ${here} and ${number} % 10 > 0`,
  `insert into refund (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, cause, amount_kobo, reason, state, refund_id,
     created_at)
   select campaign_id, gen_random_uuid(), id, mode, sha256(id::text::bytea), sha256('form'), 'owner', 'request', 100000, 'A mistake',
     'processed', 800000000 + row_number() over (), created_at
   from donation where ${toPart(50)}`,
  withDays(`insert into ledger_entry (campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, donor_clearing_kobo,
     payable_due_kobo, source, booked_at, effective_at, posted_on, reversal_key)
   select donation.campaign_id, 'refund:sandbox:' || refund_id, donation.mode, 'refund', donation_id, owner_uid, 1, -100000, -100000, 100000,
     'webhook', donation.created_at, donation.created_at, lagos_day(donation.created_at), 'refund:' || refund_id
   from refund join donation on donation.campaign_id = refund.campaign_id and donation.id = donation_id where ${here}`),
  `insert into provider_dispute (campaign_id, dispute_id, mode, donation_id, refund_kobo, status, due_at, asked_at)
   select campaign_id, 700000000 + row_number() over (), mode, id, 5000, 'resolved', now(), now() from donation where ${toPart(500)}`,
]

const people = [
  `insert into thank_you_delivery select campaign_id, donor_key, gen_random_uuid(), created_at from donation where ${toPart(6)}`,
  `insert into campaign_follower select campaign_id, sha256(donor_key), '{}', 'en', created_at from donation where ${toPart(5)}`,
  `insert into campaign_question (campaign_id, id, asker_key, asker_name, language, question, state, asked_at, sent_at, answer, answered_at)
   select '${bigCampaign}', gen_random_uuid(), sha256(n::text::bytea), 'Ngozi', 'en', 'Who digs?', 'answered', now() - n * interval '1 day',
     now() - n * interval '1 day', 'We do.', now()
   from generate_series(1, 200) n`,
  `insert into campaign_update (campaign_id, id, key_hash, body_hash, title, text, published_at)
   select '${bigCampaign}', gen_random_uuid(), sha256(n::text::bytea), sha256('form'), 'Day ' || n, 'We dig.', now() - n * interval '9 days'
   from generate_series(1, 30) n`,
  `insert into account (uid, email, email_verified, created_at)
   select uid, email, true, now() - interval '1 year' from user_document on conflict do nothing`,
  `insert into account_email (email, uid) select email, uid from user_document on conflict do nothing`,
]

const work = (count: number) => [
  `insert into webhook_inbox (id, mode, event, reference, body_hash, facts, state, received_at)
   select gen_random_uuid(), mode, 'charge.success', reference, sha256(reference::bytea), '{}', 'done', created_at
   from donation where ${here}`,
  // Addresses of mails that were sent or given up are removed.
  `insert into mail_outbox (id, subject, created_at, sent_at, failed_at, attempted_at)
   select gen_random_uuid(), 'A receipt', now() - n * interval '1 hour',
     case when n % 100 > 0 then now() - n * interval '1 hour' end, case when n % 100 = 0 then now() - n * interval '1 hour' end,
     now() - n * interval '1 hour'
   from generate_series(1, ${count}) n`,
  `insert into access_log (id, uid, role, action, concerns, campaign_ids, subject_uids, subjects, at)
   select gen_random_uuid(), 'uid-' || n % 20, 'admin', 'GET /api/campaigns/:id/donations', 'donors', array['campaign-' || n], '{}', 1,
     now() - n * interval '1 hour'
   from generate_series(1, ${count}) n`,
  `insert into audit_log (id, uid, action, subject, reason, at)
   select gen_random_uuid(), 'uid-' || n % 20, 'approve', 'campaign-' || n, '', now() - n * interval '1 hour'
   from generate_series(1, ${count}) n`,
]
