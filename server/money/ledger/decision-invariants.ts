import { identifier, sql, type Sql } from '../../platform/database/sql.ts'
import { accounts, joinColumns } from './chart.ts'
import { invariant, type Invariant } from './invariant.ts'

/** Of all entries of a period: how many there are, and what is in each account. */
export const lockedSums = sql`to_jsonb(array[count(*)::bigint, ${joinColumns(accounts, (column) => sql`coalesce(sum(${column}), 0)::bigint`)}])`

/** Such rows are deleted six years after they were decided. */
const isExpired = sql`at < now() - interval '6 years'`

/** Rows that a trigger records, and those that may be deleted since. */
const recorded: { table: string; key: Sql; isGone?: Sql }[] = [
  { table: 'quarantined_payment', key: sql`id::text`, isGone: isExpired },
  { table: 'refund', key: sql`id::text` },
  {
    table: 'payout_stop',
    key: sql`id::text`,
    isGone: sql`campaign_id in (select campaign_id from deleted_campaign)`,
  },
  { table: 'campaign_freeze', key: sql`campaign_id` },
  { table: 'payout_hold', key: sql`concat_ws(' ', mode, campaign_id, sub_account_code)` },
  { table: 'audit_log', key: sql`id::text`, isGone: isExpired },
]

const comparedWithDecisions = recorded.map(({ table, key, isGone = sql`false` }) =>
  invariant(
    `each row of ${table} is as it was decided`,
    sql`
    select coalesce(subject, key), written::text, facts::text
    from (
      select distinct on (subject) subject, facts, campaign_id, at from money_decision
      where kind = ${table} order by subject, id desc) decided
    full join (select ${key} as key, to_jsonb(stored) as written from ${identifier(table)} stored) actual on key = subject
    where case when facts = 'null' then written is not null else not coalesce(written @> facts, false) end and (key is not null or (${isGone}) is not true)`,
  ),
)

/** Compares rows that can change with the decisions that led to them, which cannot. */
export const decisionInvariants: readonly Invariant[] = [
  ...comparedWithDecisions,
  // A donation may have been started just before another account was approved.
  invariant(
    'a donation is paid to a bank account that a reviewer approved for its campaign',
    sql`
    select donation.campaign_id || ' ' || donation.id, donation.sub_account_code, string_agg(approved.subject, ' ')
    from donation
    left join money_decision approved on approved.campaign_id = donation.campaign_id and approved.kind = 'payee-approved'
    group by donation.campaign_id, donation.id
    having not coalesce(bool_or(approved.subject = donation.sub_account_code), false)`,
  ),
  invariant(
    'the bank account of a public campaign is the one that was approved last',
    sql`
    select campaign.id, sub_account_code || ' ' || account_number_last4, approved.subject || ' ' || (approved.facts ->> 'last4')
    from campaign left join lateral (
      select subject, facts from money_decision
      where campaign_id = campaign.id and kind = 'payee-approved' order by id desc limit 1) approved on true
    where status in ('approved', 'ended') and deleted_at is null
      and (approved.subject, approved.facts ->> 'last4') is distinct from (sub_account_code, account_number_last4)`,
  ),
  invariant(
    'the donor, the terms and what is shown of a donation are as they were stored',
    sql`
    select campaign_id || ' ' || id, encode(seal, 'hex'), encode(seal_of_donation(donation), 'hex') from donation
    where seal is distinct from seal_of_donation(donation)`,
  ),
  invariant(
    'the source, reason and owner of an entry are as they were booked',
    sql`
    select campaign_id || ' ' || effect_key, encode(seal, 'hex'), encode(seal_of_entry(ledger_entry), 'hex') from ledger_entry
    where seal is distinct from seal_of_entry(ledger_entry)`,
  ),
  invariant(
    'a receipt has the day of its payment',
    sql`
    select coalesce(code.campaign_id, charge.campaign_id) || ' ' || code.code, receipt.number || ' ' || receipt.donated_at, charge.effective_at::text
    from receipt_code code
    left join receipt on receipt.campaign_id = code.campaign_id and receipt.donation_id = code.donation_id
    left join ledger_entry charge on charge.campaign_id = code.campaign_id and charge.donation_id = code.donation_id
      and charge.kind = 'charge'
    where receipt.donated_at is distinct from charge.effective_at
      or left(receipt.number, 4) is distinct from extract(year from lagos_day(charge.effective_at))::text`,
  ),
  invariant(
    'a locked period has the sums with which it was locked',
    sql`
    select subject || ' ' || (facts ->> 'until'), sums::text, facts ->> 'sums'
    from (select * from money_decision where kind = 'period-locked') locked
    cross join lateral (
      select ${lockedSums} as sums from ledger_entry where mode = subject and posted_on <= (facts ->> 'until')::date) actual
    where sums <> facts -> 'sums'`,
  ),
  invariant(
    'the serial numbers of the receipts of a year have no gap',
    sql`
    select mode || ' ' || year, count(serial) || ' to ' || max(serial), max(issued)::text
    from receipt full join receipt_year using (mode, year) group by mode, year
    having (count(serial), max(serial)) is distinct from (max(issued)::bigint, max(issued))`,
  ),
  // The provider may correct the hour of a date after the payout.
  invariant(
    'a settlement has the day of its payout',
    sql`
    select paid.mode || ' ' || settlement_id, settled_at::text, effective_at::text
    from settlement paid join (
      select mode, split_part(effect_key, ':', 3) as id, min(effective_at) as effective_at
      from ledger_entry where kind in ('payout', 'platform_payout') group by 1, 2 having count(distinct effective_at) = 1) booked
      on booked.mode = paid.mode and booked.id = settlement_id::text
    where settled_at not between effective_at - interval '1 day' and effective_at + interval '1 day'`,
  ),
  invariant(
    'no webhook about one of our payments is ignored',
    sql`
    select inbox.id::text, inbox.event || ' ' || inbox.reference, 'done'
    from webhook_inbox inbox join donation_reference known on known.reference = inbox.reference
    where inbox.state = 'ignored'`,
  ),
  invariant(
    'lists show what was raised',
    sql`
    select campaign_id, raised_kobo::text, raised::text
    from campaign_listing join (
      select campaign_id, sum(raised_kobo)::bigint as raised from campaign_total
      group by campaign_id having count(distinct mode) = 1) total using (campaign_id)
    where raised_kobo <> raised and ranked_at > (
      select max(booked_at) + interval '5 minutes' from ledger_entry where ledger_entry.campaign_id = total.campaign_id)`,
  ),
]
