import { identifier, joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { accountColumns, accounts, eachColumn, entryKinds, getAllowedAccounts } from './chart.ts'
import { invariant, type Invariant, rowInvariants, withCommonTable } from './invariant.ts'
import { disputedPayment } from './provider-reversals.ts'

const columns = Object.values(accountColumns).map(identifier)
const sum = joinSql(columns, sql` + `)

/** The accounts of a kind that it must leave unchanged, as one row each. */
const forbidden = joinSql(
  entryKinds.flatMap((kind) => {
    const allowed = getAllowedAccounts(kind)
    return accounts
      .filter((account) => !allowed.has(account))
      .map((account) => sql`(kind = ${kind} and ${identifier(accountColumns[account])} <> 0)`)
  }),
  sql` or `,
)

/** Compares the positions of owners, and the entries with the chart of accounts. */
export const positionInvariants: readonly Invariant[] = [
  rowInvariants(
    sql`
    select campaign_id, mode, sum(payable_due_kobo) as due, sum(payable_held_kobo) as held,
      sum(owner_receivable_kobo) as receivable
    from ledger_entry group by campaign_id, mode`,
    sql`mode || ' ' || campaign_id`,
    [
      {
        name: 'no owner was paid more than was due without owing it',
        fails: sql`due > 0 or held > 0`,
        ours: sql`due || ' ' || held`,
        theirs: sql`0`,
      },
      {
        name: 'no owner owes less than nothing',
        fails: sql`receivable < 0`,
        ours: sql`receivable`,
        theirs: sql`0`,
      },
    ],
  ),
  // What was deducted for a refund that failed or a dispute that was won or
  // reopened comes back with a later payout. The provider does not say what a dispute had cost before it was reopened for another amount, which was at most the payment.
  invariant(
    'deductions never exceed the reversals that the provider reported',
    sql`
    select cleared.mode || ' ' || cleared.campaign_id, cleared.kobo::text, coalesce(pending.kobo, 0)::text
    from (
      select campaign_id, mode, sum(donor_clearing_kobo) as kobo from ledger_entry group by campaign_id, mode) cleared
    left join (
      select campaign_id, mode, sum(kobo) as kobo from (
        select campaign_id, mode, amount_kobo as kobo from provider_refund where status <> 'processed'
        union all
        select dispute.campaign_id, dispute.mode, case
          when dispute.status not in ('resolved', 'archived') then coalesce(paid.kobo, refund_kobo, 1000000000)
          when resolution in ('merchant-accepted', 'auto-accepted') then greatest(0, paid.kobo - refund_kobo)
          else paid.kobo end
        from provider_dispute dispute left join lateral (${disputedPayment}) paid on true) open
      group by campaign_id, mode) pending using (campaign_id, mode)
    where cleared.kobo > coalesce(pending.kobo, 0)`,
  ),
  invariant(
    'the accounts sum to zero at every level',
    sql`
    select level || ' ' || key || ' ' || slot, (${sum})::text, '0' from (
      select 'campaign' as level, mode || ' ' || campaign_id as key, slot, ${joinSql(columns)} from campaign_total
      union all select 'owner', mode || ' ' || owner_uid, slot, ${joinSql(columns)} from owner_total
      union all select 'platform', mode, slot, ${joinSql(columns)} from platform_total) total
    where ${sum} <> 0`,
  ),
  invariant(
    'an entry posts only the accounts of its kind',
    sql`select campaign_id || ' ' || effect_key, kind, '' from ledger_entry where ${forbidden}
      or not kind = any(${entryKinds}::text[])`,
  ),
  invariant(
    'an entry of a campaign has the owner of its donations',
    sql`select campaign_id || ' ' || effect_key, owner_uid, '' from ledger_entry entry
      where donation_id is null and campaign_id <> 'platform' and not exists (
        select from donation
        where donation.campaign_id = entry.campaign_id and donation.owner_uid = entry.owner_uid and donation.mode = entry.mode)
      and not exists (
        select from quarantined_payment payment
        where payment.booked_in = entry.campaign_id and payment.owner_uid = entry.owner_uid and payment.mode = entry.mode)`,
  ),
  invariant(
    'no write-off is undone beyond its amount',
    sql`
    select undone.campaign_id || ' ' || undone.key, undone.kobo::text, coalesce(write_off.platform_loss_kobo, 0)::text
    from (
      select campaign_id, 'write_off:' || mode || ':' || split_part(effect_key, ':', 3) as key, -sum(platform_loss_kobo) as kobo
      from ledger_entry where kind = 'write_off_undo' group by 1, 2) undone
    left join ledger_entry write_off on write_off.campaign_id = undone.campaign_id and write_off.effect_key = undone.key
      and write_off.kind = 'write_off'
    where undone.kobo > coalesce(write_off.platform_loss_kobo, 0)`,
  ),
  invariant(
    'a write-off is undone only for a reversal that was undone',
    sql`
    select mode || ' ' || campaign_id, undone::text, credited::text
    from (
      select campaign_id, mode, -sum(platform_loss_kobo) filter (where kind = 'write_off_undo') as undone,
        coalesce(sum(owner_kobo) filter (where reversal_key is not null and owner_kobo > 0), 0) as credited
      from ledger_entry where kind <> 'charge' group by campaign_id, mode) undo
    where undone > credited`,
  ),
  // The admin's action is in the audit log, which the application cannot change either.
  invariant(
    'what is written off, paid back or topped up has a reason and an admin',
    sql`
    select campaign_id || ' ' || effect_key, source || ' ' || coalesce(memo, ''), 'admin' from (
      select *, row_number() over (partition by campaign_id, kind, memo) as number from ledger_entry
      where kind in ('write_off', 'owner_repayment', 'top_up')) entry
    where source <> 'admin' or coalesce(memo, '') = '' or number > (
      select count(*) from audit_log
      where action = replace(kind, '_', '-') and subject = 'campaign ' || campaign_id and reason = memo)`,
  ),
  invariant(
    'two admins booked what is paid back or topped up',
    sql`
    select campaign_id || ' ' || kind, count(*)::text, (
      select count(*) from money_decision agreed
      where agreed.kind = 'act-agreed' and agreed.facts ->> 'action' = replace(entry.kind, '_', '-')
        and coalesce(agreed.campaign_id, 'platform') = entry.campaign_id)::text
    from ledger_entry entry where kind in ('owner_repayment', 'top_up') group by campaign_id, kind
    having count(*) > (
      select count(*) from money_decision agreed
      where agreed.kind = 'act-agreed' and agreed.facts ->> 'action' = replace(entry.kind, '_', '-')
        and coalesce(agreed.campaign_id, 'platform') = entry.campaign_id)`,
  ),
]

const levels = [
  { level: 'campaign', table: sql`campaign`, key: sql`campaign_id` },
  { level: 'owner', table: sql`owner`, key: sql`owner_uid` },
  { level: 'platform', table: sql`platform`, key: sql`''` },
] as const
type Level = (typeof levels)[number]

const forEachLevel = (
  toName: (level: string) => string,
  toViolations: (level: Level) => Sql,
): Invariant[] => levels.map((each) => invariant(toName(each.level), toViolations(each)))

const sums = sql`raised, gross, reversed, paid, ${eachColumn((column) => column)}`
const sumColumns = sql`sum(raised) as raised, sum(gross) as gross, sum(reversed) as reversed, sum(paid) as paid,
        ${eachColumn((column) => sql`sum(${column}) as ${column}`)}`

const totalsMatchEntries = withCommonTable(
  sql`
  booked as materialized (
    select campaign_id, owner_uid, mode, sum(raised_kobo) as raised,
      coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0) as gross,
      coalesce(-sum(raised_kobo) filter (where kind <> 'charge'), 0) as reversed, count(*) filter (where kind = 'charge') as paid,
      ${eachColumn((column) => sql`sum(${column}) as ${column}`)}
    from ledger_entry group by campaign_id, owner_uid, mode)`,
  forEachLevel(
    (level) => `the ${level} totals are the sums of the entries`,
    ({ table, key }) => sql`
    select coalesce(ours.mode, theirs.mode) || ' ' || coalesce(ours.key, theirs.key), ours.sums, theirs.sums
    from (
      select mode, key, row(${sums})::text as sums from (
        select ${key} as key, mode, ${sumColumns} from (
          select *, raised_kobo as raised, gross_kobo as gross, reversed_kobo as reversed, paid_count as paid
          from ${table}_total) total
        group by 1, 2) summed) ours
    full join (
      select mode, key, row(${sums})::text as sums from (
        select ${key} as key, mode, ${sumColumns} from booked group by 1, 2) summed) theirs
      on ours.key = theirs.key and ours.mode = theirs.mode
    where ours.sums is distinct from theirs.sums`,
  ),
)

/** A donation counts while any of it is left (readings M4). */
const donorsMatchDonations = withCommonTable(
  sql`
  remaining as materialized (
    select campaign_id, owner_uid, mode, donor_key from donation
    join (
      select campaign_id, donation_id as id from ledger_entry group by campaign_id, donation_id
      having sum(raised_kobo) > 0) booked using (campaign_id, id))`,
  forEachLevel(
    (level) => `the ${level} donors have the right number of donations`,
    ({ table, key }) => sql`
    select mode || ' ' || key, sum(ours)::text, sum(theirs)::text
    from (
      select ${key} as key, mode, donor_key, donations as ours, 0 as theirs from ${table}_donor
      union all
      select ${key}, mode, donor_key, 0, 1 from remaining) donor
    group by mode, key, donor_key having sum(ours) <> sum(theirs)`,
  ),
)

const donorCountsMatch = forEachLevel(
  (level) => `the ${level} totals count the donors with a donation left`,
  ({ table, key }) => sql`
  select coalesce(ours.mode, theirs.mode) || ' ' || coalesce(ours.key, theirs.key), ours.donors::text, theirs.donors::text
  from (select ${key} as key, mode, sum(donor_count) as donors from ${table}_total group by 1, 2) ours
  full join (
    select ${key} as key, mode, count(*) filter (where donations > 0) as donors from ${table}_donor group by 1, 2) theirs
    on ours.key = theirs.key and ours.mode = theirs.mode
  where coalesce(ours.donors, 0) <> coalesce(theirs.donors, 0)`,
)

const balanced = invariant(
  'the raised amount of every total is gross less reversals',
  sql`
  select mode || ' ' || key || ' ' || slot, raised_kobo::text, (gross_kobo - reversed_kobo)::text
  from (
    select campaign_id as key, mode, slot, raised_kobo, gross_kobo, reversed_kobo from campaign_total
    union all select owner_uid, mode, slot, raised_kobo, gross_kobo, reversed_kobo from owner_total
    union all select '', mode, slot, raised_kobo, gross_kobo, reversed_kobo from platform_total) total
  where raised_kobo <> gross_kobo - reversed_kobo or least(raised_kobo, reversed_kobo) < 0`,
)

const daySums = sql`entries, donations, donated_kobo, reversed_kobo, donor_kobo, owner_kobo, platform_kobo, provider_kobo, paid_out_kobo`

const daysMatchEntries = invariant(
  'the days of every campaign are the sums of the entries',
  sql`
  select coalesce(ours.key, theirs.key), ours.sums, theirs.sums
  from (
    select mode || ' ' || campaign_id || ' ' || day as key, row(${daySums})::text as sums from campaign_day) ours
  full join (
    select mode || ' ' || campaign_id || ' ' || day as key, row(${daySums})::text as sums from (
      select mode, campaign_id, lagos_day(effective_at) as day, count(*) as entries,
        count(*) filter (where kind = 'charge') as donations,
        coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0) as donated_kobo,
        coalesce(-sum(raised_kobo) filter (where reversal_key is not null), 0) as reversed_kobo, sum(donor_kobo) as donor_kobo,
        sum(owner_kobo) as owner_kobo, sum(platform_kobo) as platform_kobo, sum(provider_kobo) as provider_kobo,
        sum(paid_out_kobo) as paid_out_kobo
      from ledger_entry group by 1, 2, 3) summed) theirs using (key)
  where ours.sums is distinct from theirs.sums`,
)

export const totalInvariants: readonly Invariant[] = [
  daysMatchEntries,
  totalsMatchEntries,
  donorsMatchDonations,
  ...donorCountsMatch,
  balanced,
]
