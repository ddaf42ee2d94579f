import type pg from 'pg'

import { addToDays } from '#server/money/ledger/book-entry.ts'
import { sql } from '#server/platform/database/sql.ts'

const donationColumns = `
  campaign_id, id, mode, reference, access_code, owner_uid, donor_email_sealed, donor_key, donor_name, message, anonymous, amount_kobo,
  platform_kobo, quoted_fee_kobo, fee_bearer, transaction_charge_kobo, sub_account_code, campaign_title, campaign_slug, campaign_end, state, created_at`

/** The first digit of a donation’s id is the slot of its totals. */
const toIdSql = (n: string, slot: string) =>
  `(to_hex(${slot}) || substr(md5(${n}::text), 2, 7) || '-' || substr(md5(${n}::text), 9, 4) || '-4' || substr(md5(${n}::text), 14, 3)
    || '-8' || substr(md5(${n}::text), 18, 3) || '-' || substr(md5(${n}::text), 21, 12))::uuid`
const toReferenceSql = (n: string) => `'AJO-' || upper(md5(${n}::text))`

/** A charge of ₦5,000 with a fee of ₦175 and the platform's ₦1. */
const chargeColumns = `provider_balance_kobo, payable_due_kobo, platform_revenue_kobo, fee_kobo, raised_kobo, source, booked_at, effective_at`
const chargeValuesAt = (at: string) =>
  `482500, -482400, -100, 17500, 500000, 'webhook', ${at}, ${at}`
/** The accounts of `count` such charges, in the order of the columns of the totals. */
const toSums = (count: string) =>
  [482_500, 0, -100, -482_400, 0, 0, 0, 0, 0, 17_500, 0]
    .map((kobo) => `${kobo} * ${count}`)
    .join(', ')

/** Inserts `count` unpaid donations, numbered from `from`, to `campaigns` campaigns whose ids begin with `prefix`. */
export async function insertOpenDonations(
  pool: pg.Pool,
  {
    from,
    count,
    campaigns,
    prefix,
    mode = 'sandbox',
  }: { from: number; count: number; campaigns: number; prefix: string; mode?: string },
) {
  await pool.query(`
    with made as (
      insert into donation (${donationColumns})
      select '${prefix}-' || ${campaigns} || '-' || n % ${campaigns}, ${toIdSql('n', 'mod(n * 7, 16)')}, '${mode}', ${toReferenceSql('n')},
        substr(md5(n::text), 1, 22), '${prefix}-owner-' || n % ${campaigns}, 'sealed', sha256(n::text::bytea), '', '', false, 500000, 100,
        17500, 'subaccount', 100, 'ACCT_bench', 'A well', 'a-well', '2099-01-01', 'initialized', now()
      from generate_series(${from}, ${from + count - 1}) n
      returning campaign_id, id, reference, access_code),
    codes as (insert into donation_access_code select access_code, campaign_id, id from made)
    insert into donation_reference select reference, campaign_id, id from made`)
}

/** One campaign that gets all donations, over the time before now. */
export type Target = {
  campaignId: string
  ownerUid: string
  /** Of the numbers from which ids and references are made. Targets in one database need numbers of their own. */
  from?: number
}

/**
 * Inserts paid donations with every row of a real booking, so that all invariants hold. The campaigns are `paid-0`, `paid-1`, and so on,
 * unless a target is given.
 */
export async function insertPaidDonations(
  pool: pg.Pool,
  count: number,
  perCampaign = 16,
  target?: Target,
) {
  const from = target?.from ?? 100_000_000
  const campaign = target ? `'${target.campaignId}'` : `'paid-' || (n - ${from}) / ${perCampaign}`
  const owner = target ? `'${target.ownerUid}'` : `'owner-' || (n - ${from}) / ${10 * perCampaign}`
  const here = target ? `campaign_id = ${campaign}` : `campaign_id like 'paid-%'`
  const at = target
    ? `date_trunc('second', now()) - (n - ${from}) * interval '300 days' / ${count}`
    : 'now()'
  await pool.query(`
    insert into donation (${donationColumns})
    select ${campaign}, ${toIdSql('n', 'n % 16')}, 'sandbox', ${toReferenceSql('n')}, substr(md5(n::text), 1, 22),
      ${owner}, 'sealed', sha256(n::text::bytea), '', '', false, 500000, 100, 17500, 'subaccount', 100, 'ACCT_bench', 'A well', 'a-well',
      '2099-01-01', 'paid', ${at}
    from generate_series(${from}, ${from + count - 1}) n`)
  for (const statement of toBookings(here, from)) await pool.query(statement)
}

/** A statement that inserts entries, and adds them to the days of their campaigns. */
export const withDays = (insert: string) =>
  `with entry as (${insert} returning *), ${addToDays(sql`entry`).compile().text} select`

/** The other rows of the paid donations for which the condition holds. */
const toBookings = (here: string, from: number) => [
  // The joins below are quadratic where PostgreSQL does not know the sizes.
  'analyze donation',
  `insert into donation_reference select reference, campaign_id, id from donation where ${here}`,
  `insert into donation_access_code select access_code, campaign_id, id from donation where ${here}`,
  `insert into provider_payment (campaign_id, donation_id, mode, transaction_id, status, amount_kobo, requested_kobo, fees_kobo,
     currency, sub_account_code, asked_at)
   select campaign_id, id, mode, row_number() over () + 5000000000 + ${from}, 'success', 500000, 500000, 17500, 'NGN', 'ACCT_bench', now()
   from donation where ${here}`,
  'analyze provider_payment',
  `insert into provider_transaction select known.mode, transaction_id, reference from provider_payment known
   join donation on donation.campaign_id = known.campaign_id and donation.id = donation_id where known.${here}`,
  withDays(`insert into ledger_entry (campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, ${chargeColumns})
   select campaign_id, 'charge:sandbox:' || transaction_id, mode, 'charge', donation_id, owner_uid, transaction_id,
     ${chargeValuesAt('created_at')}
   from provider_payment known join donation using (campaign_id, mode) where known.${here} and donation.id = donation_id`),
  `insert into campaign_donor select campaign_id, mode, donor_key, count(*) from donation where ${here} group by 1, 2, 3`,
  `insert into owner_donor select owner_uid, mode, donor_key, count(*) from donation where ${here} group by 1, 2, 3`,
  `insert into platform_donor select mode, donor_key, count(*) from donation where ${here} group by 1, 2`,
  `insert into campaign_total select campaign_id, mode, ('x' || substr(id::text, 1, 1))::bit(4)::integer, count(*) * 500000,
     count(*) * 500000, 0, count(*), count(*), ${toSums('count(*)')} from donation where ${here} group by 1, 2, 3`,
  `insert into owner_total select owner_uid, mode, 0, count(*) * 500000, count(*) * 500000, 0, count(*), count(*), ${toSums('count(*)')}
   from donation where ${here} group by 1, 2`,
  `insert into platform_total select mode, 0, count(*) * 500000, count(*) * 500000, 0, count(*), count(*), ${toSums('count(*)')}
   from donation where ${here} group by 1 on conflict do nothing`,
  'analyze',
]
