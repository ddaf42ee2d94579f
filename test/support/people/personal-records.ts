import { randomBytes } from 'node:crypto'

import * as z from 'zod/mini'

import type { Queries } from '#server/platform/database/database.ts'
import { sql, type Sql } from '#server/platform/database/sql.ts'
import { sealRecipient } from '#server/platform/mail/mail-rows.ts'
import type { User } from '#server/platform/policy/actor.ts'
import { campaignOfAda } from '#test/support/money/ledger.ts'
import { ada, chidi } from './people.ts'
import { testSealing } from '#test/support/servers/sealing.ts'

/** Inserts the records that a donor, organiser, reporter and reviewer leaves besides account, campaigns and donations. */
export async function insertPersonalRecords(
  owner: Queries,
  { uid, email }: User,
  campaignId: string,
) {
  const donation = await findDonation(owner, uid)
  const { sealed, key } = sealRecipient(testSealing, email)
  for (const insert of [
    sql`insert into bank_account_holder (sub_account_code, name)
      select sub_account_code, 'BOLA OKAFOR' from campaign`,
    sql`insert into campaign_history (campaign_id, id, event, to_status, actor_uid, reason, at)
      values (${campaignId}, gen_random_uuid(), 'ask', 'information-requested', ${chidi.uid}, 'Which books?', now()),
        (${campaignOfAda.id}, gen_random_uuid(), 'reject', 'rejected', ${uid}, 'No such well.', now())`,
    sql`insert into campaign_edit (campaign_id, id, changes, at)
      values (${campaignId}, gen_random_uuid(), '[{"field": "city", "before": "Old Ife"}]', now())`,
    sql`insert into campaign_version (campaign_id, number, kind, content, review, at)
      values (${campaignId}, 1, 'approved', ${JSON.stringify(bookVersion)}, 'reviewed', now())`,
    sql`insert into campaign_pending_change (campaign_id, status, proposed, at)
      values (${campaignId}, 'pending', '{"title": "More books", "bankAccount": {"last4": "1111", "subAccountCode": "ACCT_new"}}', now())`,
    sql`insert into thank_you_message (campaign_id, id, mode, key_hash, body_hash, message, minimum_kobo, recipients, created_at)
      values (${campaignId}, gen_random_uuid(), 'sandbox', ${zeros}, ${zeros}, 'From my heart.', 5000, 3, now())`,
    sql`with opened as (
        insert into moderation_case (campaign_id, title, opened_at) values (${campaignOfAda.id}, '', now()) returning id)
      insert into campaign_report (campaign_id, id, case_id, reason, details, reporter_uid, at, resolved_at)
      select ${campaignOfAda.id}, gen_random_uuid(), opened.id, 'fraud', details, ${uid}, now(), resolved_at
      from opened, (values ('I was there.', now()), ('Look again.', null)) report (details, resolved_at)`,
    insertRefund(donation, {
      by: 'donor',
      uid,
      reason: 'I lost my job.',
      state: 'needs-attention',
    }),
    insertRefund(donation, {
      by: 'owner',
      uid: ada.uid,
      reason: 'Bola called me.',
      state: 'given-up',
    }),
    sql`insert into refund_bank_account (campaign_id, refund_id, link_hash, link_expires_at, bank_id, account_number_sealed)
      select campaign_id, id, ${zeros}, now(), 9, ${accountNumberSealed} from refund where state = 'needs-attention'`,
    sql`insert into image (id, width, height, size_bytes, created_at) values (${'a'.repeat(64)}, 1, 1, 1, now())`,
    sql`insert into image_upload (image_id, owner_uid, created_at) values (${'a'.repeat(64)}, ${uid}, now())`,
    sql`insert into mail_suppression (id, address_sealed, address_key, words) values (gen_random_uuid(), ${sealed}, ${key}, '550 User unknown')`,
    sql`insert into mail_outbox (id, recipient_sealed, recipient_key, subject, sent_at)
      values (gen_random_uuid(), ${sealed}, ${key}, 'Welcome', now())`,
  ])
    await owner.run(insert)
}

const zeros = Buffer.alloc(32)
const bookVersion = {
  title: 'Books for Ife',
  country: 'Nigeria',
  city: 'Ife',
  category: 'Education',
  description: 'Old books.',
  goal: 100_000,
  startDate: null,
  endDate: null,
  raiseMoneyFor: '',
  importance: '',
  impact: '',
  images: [],
  beneficiary: 'Bola Okafor',
}
const accountNumberSealed = testSealing.seal('refund-account', '0123456789')

type Donation = { id: string; campaignId: string }
type RefundFields = {
  by: 'donor' | 'owner'
  uid: string
  reason: string
  state: 'needs-attention' | 'given-up' | 'requested'
}

/** A refund in one of the states that differ in what erasure keeps. */
export function insertRefund(
  { id, campaignId }: Donation,
  { by, uid, reason, state }: RefundFields,
): Sql {
  const isClosed = state === 'given-up'
  return sql`
    insert into refund (campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, requested_by_uid, cause, amount_kobo,
      reason, state, problem, refund_id, created_at, next_attempt_at)
    values (${campaignId}, gen_random_uuid(), ${id}, 'sandbox', ${randomBytes(32)}, ${zeros}, ${by}, ${uid}, 'request', 5000,
      ${reason}, ${state}, ${isClosed ? 'refused' : null}, ${state === 'needs-attention' ? 7 : null}, now(),
      ${isClosed ? null : new Date()})`
}

export async function findDonation(owner: Queries, uid: string) {
  const donation = await owner.row(
    z.object({ id: z.string(), campaignId: z.string() }),
    sql`select id, campaign_id as "campaignId" from donation where donor_uid = ${uid}`,
  )
  if (!donation) throw new Error('the person has no donation')
  return donation
}
