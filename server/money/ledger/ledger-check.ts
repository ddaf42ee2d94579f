import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'

import { joinSql, sql, type Sql, identifier } from '../../platform/database/sql.ts'
import { paidStatuses } from './provider-report.ts'
import { isLostDispute, withheldFee, disputedPayment } from './book-reversals.ts'
import {
  accountColumns,
  accounts,
  eachColumn,
  entryKinds,
  getAllowedAccounts,
  joinColumns,
} from './chart.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import { withStandby } from '../../platform/database/pools.ts'

/**
 * Statements that must hold in the ledger at every moment. `findViolations` selects the rows that violate them, with the columns name,
 * key, ours (the actual value) and theirs (the expected value).
 */
type Invariant = { names: readonly string[]; findViolations: Sql }

/** Each statement selects key, ours and theirs of its violations. */
const toInvariants = (statements: Record<string, Sql>): Invariant[] =>
  Object.entries(statements).map(([name, violations]) => ({
    names: [name],
    findViolations: sql`select ${name}::text as name, found.* from (${violations}) as found (key, ours, theirs)`,
  }))

type Rule = [name: string, fails: Sql, ours: Sql, theirs: Sql]

/** Checks all rules in one pass over `rows`. Texts are formatted only for rows that violate a rule. */
function rowInvariants(rows: Sql, key: Sql, rules: readonly Rule[]): Invariant {
  const anyFails = joinSql(
    rules.map(([, fails]) => sql`(${fails})`),
    sql` or `,
  )
  const values = joinSql(
    rules.map(
      ([name, fails, ours, theirs]) =>
        sql`(${name}::text, (${ours})::text, (${theirs})::text, ${fails})`,
    ),
    sql`, `,
  )
  return {
    names: rules.map(([name]) => name),
    findViolations: sql`
      select found.name, ${key} as key, found.ours, found.theirs
      from (select * from (${rows}) every_row where ${anyFails}) failing
      cross join lateral (values ${values}) as found (name, ours, theirs, fails)
      where found.fails`,
  }
}

/** Computes the common table expressions of `tables` once for all invariants. */
function withCommonTable(tables: Sql, invariants: readonly Invariant[]): Invariant {
  const union = joinSql(
    invariants.map(({ findViolations }) => findViolations),
    sql` union all `,
  )
  return {
    names: invariants.flatMap(({ names }) => names),
    findViolations: sql`with ${tables} ${union}`,
  }
}

/** The sums of a donation's entries. What the owner receives counts as a gain, what it bears as a loss. */
const booked = sql`
  select campaign_id, donation_id, count(*) filter (where kind = 'charge') as charges,
    min(transaction_id) filter (where kind = 'charge') as transaction_id,
    min(effective_at) filter (where kind = 'charge') as charged_at, min(booked_at) filter (where kind = 'charge') as booked_at,
    sum(fee_kobo) filter (where kind in ('charge', 'fee')) as fees,
    sum(owner_kobo) filter (where kind in ('charge', 'fee')) as share,
    -sum(donor_kobo) filter (where kind = 'charge') as charged,
    sum(raised_kobo) filter (where kind = 'charge') as credited,
    coalesce(sum(owner_kobo) filter (where kind = 'recovery'), 0) as recovered,
    coalesce(-sum(raised_kobo) filter (where reversal_key is not null), 0) as reversed,
    coalesce(sum(donor_kobo) filter (where reversal_key is not null), 0) as to_donor,
    coalesce(-sum(owner_kobo) filter (where reversal_key is not null), 0) as borne,
    bool_or(kind = 'bank_reversal') as was_reversed
  from ledger_entry where donation_id is not null group by campaign_id, donation_id`

const isOfOtherPayment = (reversal: Sql) => sql`exists (
  select from ledger_entry charge
  where charge.campaign_id = ${reversal}.campaign_id and charge.donation_id = ${reversal}.donation_id
    and charge.kind = 'charge' and charge.transaction_id <> ${reversal}.transaction_id)`

/**
 * What the provider refunded or charged back. A lost dispute that it paid as a refund counts once; one without an amount takes what is
 * left. A refund or dispute of another payment with the same reference takes nothing.
 */
const reversedByProvider = sql`
  select campaign_id, donation_id, sum(kobo) as kobo, sum(fee) as fee, bool_or(kobo is null) as takes_rest from (
    select campaign_id, donation_id, amount_kobo as kobo, ${withheldFee} as fee from provider_refund refund
    where status = 'processed' and currency = 'NGN' and not exists (
      select from provider_dispute dispute
      where dispute.campaign_id = refund.campaign_id and dispute.mode = refund.mode
        and dispute.dispute_id = refund.dispute_id and ${isLostDispute})
      and not ${isOfOtherPayment(sql`refund`)}
    union all
    select campaign_id, donation_id, refund_kobo, 0 from provider_dispute dispute
    where ${isLostDispute} and not ${isOfOtherPayment(sql`dispute`)}) reversal
  group by campaign_id, donation_id`

const byProvider = sql`case when takes_rest then greatest(coalesce(by_provider, 0), charged) else coalesce(by_provider, 0) end`
const borneFee = sql`case fee_bearer when 'subaccount' then coalesce(known.fees_kobo, 0) else 0 end`
const agreed = sql`greatest(known.amount_kobo - ${borneFee} - transaction_charge_kobo, 0)`

/** Compares each donation with its entries and with the provider's stored answers, whichever is missing. */
const donationInvariants = rowInvariants(
  sql`
    select coalesce(donation.campaign_id, booked.campaign_id) as campaign_id, coalesce(donation.id, booked.donation_id) as id,
      donation.state, coalesce(charges, 0) as charges, fees, share, charged, credited, reversed, to_donor, borne, was_reversed,
      charged_at, booked_at, provider.kobo as by_provider, coalesce(provider.fee, 0) as withheld_fee, provider.takes_rest, booked.transaction_id,
      known.transaction_id as known_transaction, known.amount_kobo as known_amount, known.mode as known_mode, donation.mode,
      known.status as known_status, known.fees_kobo as known_fees, known.paid_at,
      ${agreed} as agreed_share, coalesce(known.split_sub_account_kobo, ${agreed}) as known_share,
      known.split_provider_kobo as split_fee, known.split_sub_account_kobo as split_owner, quoted_fee_kobo, platform_kobo,
      recovered, donation.recovered_kobo,
      known.split_provider_kobo + known.split_main_kobo + known.split_sub_account_kobo as split_sum
    from donation
    full join (${booked}) booked on booked.campaign_id = donation.campaign_id and booked.donation_id = donation.id
    left join (${reversedByProvider}) provider
      on provider.campaign_id = booked.campaign_id and provider.donation_id = booked.donation_id
    left join provider_payment known on known.campaign_id = booked.campaign_id and known.donation_id = booked.donation_id`,
  sql`campaign_id || ' ' || id`,
  [
    ['no fee exceeds the payment', sql`fees > charged or fees < 0`, sql`fees`, sql`charged`],
    ['a donation is charged once', sql`charges > 1`, sql`charges`, sql`1`],
    ['a paid donation has a charge', sql`state = 'paid' and charges = 0`, sql`''`, sql`'charge'`],
    [
      'a charge has the answer of the provider that it was paid',
      sql`charges > 0 and (known_transaction, known_amount, known_mode) is distinct from (transaction_id, charged, mode)
        or charges > 0 and not coalesce(known_status, '') = any(${paidStatuses}::text[])`,
      sql`transaction_id || ' ' || charged || ' ' || mode`,
      sql`concat_ws(' ', known_transaction, known_amount, known_mode, known_status)`,
    ],
    [
      'a charge is dated by its payment',
      sql`charged_at <> paid_at and charged_at <> booked_at`,
      sql`charged_at`,
      sql`paid_at`,
    ],
    [
      'the booked fees are the last reported fee',
      sql`charges > 0 and fees <> coalesce(known_fees, 0)`,
      sql`fees`,
      sql`coalesce(known_fees, 0)`,
    ],
    [
      'the owner’s share is that of the last reported split',
      sql`charges > 0 and share <> known_share`,
      sql`share`,
      sql`known_share`,
    ],
    [
      'the provider’s split adds up to the payment and its fee',
      sql`split_sum <> known_amount or split_fee <> known_fees`,
      sql`split_sum || ' ' || split_fee`,
      sql`known_amount || ' ' || known_fees`,
    ],
    // A fee that is corrected after the payout to a sub-account that bears it leaves the share as it was quoted.
    [
      'the provider split the payment as it was quoted',
      sql`charges > 0 and split_owner <> agreed_share
        and split_owner <> known_amount - quoted_fee_kobo - platform_kobo - recovered_kobo`,
      sql`agreed_share`,
      sql`split_owner`,
    ],
    [
      'a donation pays of the owner’s debt what its terms say',
      sql`charges > 0 and recovered <> recovered_kobo`,
      sql`recovered`,
      sql`recovered_kobo`,
    ],
    [
      'the owner bears reversals up to the charge, and the platform the rest',
      sql`borne <> least(to_donor, charged) or reversed < 0 or reversed > credited`,
      sql`borne || ' ' || reversed`,
      sql`least(to_donor, charged) || ' ' || credited`,
    ],
    [
      'refunds and lost disputes at the provider are booked',
      sql`charges > 0 and not (was_reversed and by_provider is null)
        and (to_donor <> ${byProvider} or reversed <> least(${byProvider} + withheld_fee, credited))`,
      sql`to_donor || ' ' || reversed`,
      sql`${byProvider} || ' ' || least(${byProvider} + withheld_fee, credited)`,
    ],
    [
      'the provider never reverses more than the payment',
      sql`coalesce(by_provider, 0) > known_amount`,
      sql`by_provider`,
      sql`known_amount`,
    ],
  ],
)

const isCharge = sql`kind = 'charge'`
const balance = joinSql(Object.values(accountColumns).map(identifier), sql` + `)
const cause = sql`kind || ':' || mode || ':' || transaction_id`

const entryInvariants = rowInvariants(
  sql`
    select entry.*, donation.owner_uid as donation_owner, donation.mode as donation_mode, donation.amount_kobo as donation_amount,
      donation.platform_kobo as donation_platform, donation.reference as donation_reference, donation.state as donation_state,
      bound.reference as bound_reference
    from ledger_entry entry
    left join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
    left join provider_transaction bound on bound.mode = entry.mode and bound.transaction_id = entry.transaction_id`,
  sql`campaign_id || ' ' || effect_key`,
  [
    ['the accounts of every entry sum to zero', sql`${balance} <> 0`, balance, sql`0`],
    [
      'an entry belongs to a donation of the same owner',
      sql`donation_id is not null and owner_uid is distinct from donation_owner`,
      sql`owner_uid`,
      sql`donation_owner`,
    ],
    [
      'an entry has the mode of its donation',
      sql`mode <> donation_mode`,
      sql`mode`,
      sql`donation_mode`,
    ],
    [
      'a charge raises the amount of its donation',
      sql`${isCharge} and raised_kobo <> donation_amount`,
      sql`raised_kobo`,
      sql`donation_amount`,
    ],
    [
      'a charge has the platform fee of its donation',
      sql`${isCharge} and -platform_revenue_kobo <> donation_platform`,
      sql`-platform_revenue_kobo`,
      sql`donation_platform`,
    ],
    [
      'no donor is charged less than is raised',
      sql`${isCharge} and -donor_kobo < raised_kobo`,
      sql`-donor_kobo`,
      sql`raised_kobo`,
    ],
    [
      'the effect key of an entry names its cause',
      sql`case when kind in ('charge', 'fee') then effect_key <> ${cause} and not starts_with(effect_key, ${cause} || ':')
        when reversal_key is null then not starts_with(effect_key, kind || ':' || mode || ':')
        else split_part(effect_key, ':', 1) <> kind or split_part(effect_key, ':', 3) <> split_part(reversal_key, ':', 3) end`,
      sql`effect_key`,
      sql`coalesce(reversal_key, ${cause}, kind)`,
    ],
    [
      'a transaction pays for the reference that it was first reported with',
      sql`${isCharge} and bound_reference is distinct from donation_reference`,
      sql`donation_reference`,
      sql`bound_reference`,
    ],
    [
      'a donation with an entry is paid',
      sql`donation_state <> 'paid'`,
      sql`donation_state`,
      sql`'paid'`,
    ],
  ],
)

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
const positionInvariants = [
  rowInvariants(
    sql`
    select campaign_id, mode, sum(payable_due_kobo) as due, sum(payable_held_kobo) as held,
      sum(owner_receivable_kobo) as receivable
    from ledger_entry group by campaign_id, mode`,
    sql`mode || ' ' || campaign_id`,
    [
      [
        'no owner was paid more than was due without owing it',
        sql`due > 0 or held > 0`,
        sql`due || ' ' || held`,
        sql`0`,
      ],
      ['no owner owes less than nothing', sql`receivable < 0`, sql`receivable`, sql`0`],
    ],
  ),
  ...toInvariants({
    // What was deducted for a refund that failed or a dispute that was won or
    // reopened comes back with a later payout. The provider does not say what a dispute had cost before it was reopened for another amount, which was at most the payment.
    'deductions never exceed the reversals that the provider reported': sql`
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
    'the accounts sum to zero at every level': sql`
    select level || ' ' || key || ' ' || slot, (${sum})::text, '0' from (
      select 'campaign' as level, mode || ' ' || campaign_id as key, slot, ${joinSql(columns)} from campaign_total
      union all select 'owner', mode || ' ' || owner_uid, slot, ${joinSql(columns)} from owner_total
      union all select 'platform', mode, slot, ${joinSql(columns)} from platform_total) total
    where ${sum} <> 0`,
    'an entry posts only the accounts of its kind': sql`select campaign_id || ' ' || effect_key, kind, '' from ledger_entry where ${forbidden}
      or not kind = any(${entryKinds}::text[])`,
    'an entry of a campaign has the owner of its donations': sql`select campaign_id || ' ' || effect_key, owner_uid, '' from ledger_entry entry
      where donation_id is null and campaign_id <> 'platform' and not exists (
        select from donation
        where donation.campaign_id = entry.campaign_id and donation.owner_uid = entry.owner_uid and donation.mode = entry.mode)
      and not exists (
        select from quarantined_payment payment
        where payment.booked_in = entry.campaign_id and payment.owner_uid = entry.owner_uid and payment.mode = entry.mode)`,
    'no write-off is undone beyond its amount': sql`
    select undone.campaign_id || ' ' || undone.key, undone.kobo::text, coalesce(write_off.platform_loss_kobo, 0)::text
    from (
      select campaign_id, 'write_off:' || mode || ':' || split_part(effect_key, ':', 3) as key, -sum(platform_loss_kobo) as kobo
      from ledger_entry where kind = 'write_off_undo' group by 1, 2) undone
    left join ledger_entry write_off on write_off.campaign_id = undone.campaign_id and write_off.effect_key = undone.key
      and write_off.kind = 'write_off'
    where undone.kobo > coalesce(write_off.platform_loss_kobo, 0)`,
    'a write-off is undone only for a reversal that was undone': sql`
    select mode || ' ' || campaign_id, undone::text, credited::text
    from (
      select campaign_id, mode, -sum(platform_loss_kobo) filter (where kind = 'write_off_undo') as undone,
        coalesce(sum(owner_kobo) filter (where reversal_key is not null and owner_kobo > 0), 0) as credited
      from ledger_entry where kind <> 'charge' group by campaign_id, mode) undo
    where undone > credited`,
    // The admin's action is in the audit log, which the application cannot change either.
    'what is written off, paid back or topped up has a reason and an admin': sql`
    select campaign_id || ' ' || effect_key, source || ' ' || coalesce(memo, ''), 'admin' from (
      select *, row_number() over (partition by campaign_id, kind, memo) as number from ledger_entry
      where kind in ('write_off', 'owner_repayment', 'top_up')) entry
    where source <> 'admin' or coalesce(memo, '') = '' or number > (
      select count(*) from audit_log
      where action = replace(kind, '_', '-') and subject = 'campaign ' || campaign_id and reason = memo)`,
    'two admins booked what is paid back or topped up': sql`
    select campaign_id || ' ' || kind, count(*)::text, (
      select count(*) from money_decision agreed
      where agreed.kind = 'act-agreed' and agreed.facts ->> 'action' = replace(entry.kind, '_', '-')
        and coalesce(agreed.campaign_id, 'platform') = entry.campaign_id)::text
    from ledger_entry entry where kind in ('owner_repayment', 'top_up') group by campaign_id, kind
    having count(*) > (
      select count(*) from money_decision agreed
      where agreed.kind = 'act-agreed' and agreed.facts ->> 'action' = replace(entry.kind, '_', '-')
        and coalesce(agreed.campaign_id, 'platform') = entry.campaign_id)`,
  }),
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
): Invariant[] =>
  toInvariants(Object.fromEntries(levels.map((each) => [toName(each.level), toViolations(each)])))

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

const daySums = sql`entries, donations, donated_kobo, reversed_kobo, donor_kobo, owner_kobo, platform_kobo, provider_kobo, paid_out_kobo`

const totalInvariants = toInvariants({
  'the days of every campaign are the sums of the entries': sql`
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
  'the raised amount of every total is gross less reversals': sql`
  select mode || ' ' || key || ' ' || slot, raised_kobo::text, (gross_kobo - reversed_kobo)::text
  from (
    select campaign_id as key, mode, slot, raised_kobo, gross_kobo, reversed_kobo from campaign_total
    union all select owner_uid, mode, slot, raised_kobo, gross_kobo, reversed_kobo from owner_total
    union all select '', mode, slot, raised_kobo, gross_kobo, reversed_kobo from platform_total) total
  where raised_kobo <> gross_kobo - reversed_kobo or least(raised_kobo, reversed_kobo) < 0`,
})

const payouts = sql`
  select mode, split_part(effect_key, ':', 3) as id, min(campaign_id || ' ' || effect_key) as entry,
    -sum(provider_balance_kobo) as gross, sum(donor_clearing_kobo) as deducted, sum(platform_bank_kobo) as bank
  from ledger_entry where kind in ('payout', 'platform_payout') group by 1, 2`

/** What a settlement paid out, as its gross amount, its deductions and its payout to Ajo. Nothing until it succeeds. */
const paid = sql`
  select mode, settlement_id::text as id,
    case when not is_paid then 0 when is_main then net else total_kobo end as gross,
    case when is_paid and not is_main then total_kobo - net else 0 end as deducted,
    case when is_paid and is_main then net else 0 end as bank
  from (
    select *, status = 'success' and currency = 'NGN' as is_paid, sub_account_code is null as is_main,
      greatest(0, effective_kobo) as net
    from settlement) settled`

/** Compares settlements, deductions and holds with their entries, whichever of the two is missing. */
export const settlementInvariants = toInvariants({
  'every settlement is booked as it was paid out': sql`
    select paid.mode || ' ' || paid.id, concat_ws(' ', coalesce(payout.gross, 0), coalesce(payout.deducted, 0), coalesce(payout.bank, 0)),
      concat_ws(' ', paid.gross, paid.deducted, paid.bank)
    from (${paid}) paid left join (${payouts}) payout using (mode, id)
    where (coalesce(payout.gross, 0), coalesce(payout.deducted, 0), coalesce(payout.bank, 0))
      is distinct from (paid.gross, paid.deducted, paid.bank)`,
  'every payout belongs to a settlement': sql`
    select payout.entry, payout.gross::text, null
    from (${payouts}) payout left join (${paid}) paid using (mode, id) where paid.id is null`,
  'no share of a donation is paid out twice': sql`
    select line.campaign_id || ' ' || coalesce(line.donation_id, line.quarantined_id), sum(line.share_kobo)::text, max(line.share_kobo)::text
    from settlement_line line join settlement using (mode, settlement_id)
    where settlement.status = 'success'
    group by line.campaign_id, line.donation_id, line.quarantined_id, settlement.sub_account_code having count(*) > 1 and sum(line.share_kobo) <> 0`,
  'every deduction from the main account is booked as the provider lists it': sql`
    select mode || ' ' || coalesce(change.id, entry.id), entry.kobo::text, change.kobo::text
    from (
      select mode, change_id::text as id, -difference_kobo as kobo from balance_change where is_booked) change
    full join (
      select mode, split_part(effect_key, ':', 3) as id, sum(donor_clearing_kobo) as kobo from ledger_entry
      where kind = 'deduction' group by 1, 2) entry using (mode, id)
    where entry.kobo is distinct from change.kobo`,
  'what is held is on hold at the provider': sql`
    select booked.mode || ' ' || booked.campaign_id, booked.kobo::text, 'in-force'
    from (
      select mode, campaign_id, -sum(payable_held_kobo) as kobo from ledger_entry group by 1, 2
      having sum(payable_held_kobo) <> 0) booked
    where not exists (
      select from payout_hold where payout_hold.mode = booked.mode and payout_hold.campaign_id = booked.campaign_id
        and state = 'in-force')`,
})

const lines = sql`
  select mode, settlement_id, campaign_id, sum(share_kobo) as share from settlement_line group by 1, 2, 3`

/** A settlement whose lines add up to it pays each campaign what its lines say. Otherwise the campaign of the largest share has the rest. */
const divided = sql`
  select mode, settlement_id, status = 'success' and currency = 'NGN' as is_paid
  from settlement join (select mode, settlement_id, sum(share) as share from (${lines}) line group by 1, 2) known
    using (mode, settlement_id)
  where sub_account_code is not null and share = total_kobo`

/** One that is credited has its reversals with its donation. A lost dispute without an amount takes what is left. */
const returnedByProvider = sql`
  case when state = 'accepted' then 0 else (
    select coalesce(sum(coalesce(kobo, refunded_kobo)), 0) from (
      select amount_kobo as kobo from provider_refund refund
      where refund.mode = payment.mode and refund.transaction_id = payment.transaction_id and refund.campaign_id = booked_in
        and status = 'processed' and currency = 'NGN' and not exists (
          select from provider_dispute dispute
          where dispute.campaign_id = booked_in and dispute.mode = payment.mode and dispute.dispute_id = refund.dispute_id
            and ${isLostDispute})
      union all
      select refund_kobo from provider_dispute dispute
      where dispute.mode = payment.mode and dispute.transaction_id = payment.transaction_id and dispute.campaign_id = booked_in
        and ${isLostDispute}) reported) end`

/** Compares what we noted about the provider with what it said: refunds, sub-accounts, settlement lines and holds. */
const providerInvariants = toInvariants({
  'a processed refund was processed at the provider': sql`
    select refund.campaign_id || ' ' || refund.id, 'processed', report.status
    from refund left join provider_refund report using (campaign_id, mode, refund_id)
    where refund.state = 'processed' and coalesce(report.status, '') not in ('processed', 'failed')`,
  'no open refund is forgotten': sql`
    select campaign_id || ' ' || id, greatest(next_attempt_at, lease_until)::text, null
    from refund where next_attempt_at > now() + interval '30 days' or lease_until > now() + interval '1 day'`,
  'a charge was paid to the sub-account of its donation': sql`
    select donation.campaign_id || ' ' || donation.id, donation.sub_account_code, known.sub_account_code
    from donation join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
    where donation.state = 'paid' and known.sub_account_code <> donation.sub_account_code`,
  'the lines of a paid settlement add up to it': sql`
    select settlement.mode || ' ' || settlement.settlement_id, sum(share)::text, max(total_kobo)::text
    from settlement join (${lines}) line using (mode, settlement_id)
    where status = 'success' and not exists (
      select from ledger_difference difference
      where difference.mode = settlement.mode and scope = 'settlement ' || settlement.settlement_id
        and kind = 'settlement-differs' and state <> 'resolved')
    group by settlement.mode, settlement.settlement_id having sum(share) <> max(total_kobo)`,
  'a settlement pays each campaign its lines': sql`
    select mode || ' ' || settlement_id || ' ' || campaign_id, coalesce(payout.gross, 0)::text, coalesce(line.share, 0)::text
    from (
      select mode, split_part(effect_key, ':', 3)::bigint as settlement_id, campaign_id, -sum(provider_balance_kobo) as gross
      from ledger_entry where kind = 'payout' group by 1, 2, 3) payout
    full join (${lines}) line using (mode, settlement_id, campaign_id)
    join (${divided}) divided using (mode, settlement_id)
    where coalesce(payout.gross, 0) <> case when is_paid then coalesce(line.share, 0) else 0 end`,
  'a hold in force is read back': sql`
    select mode || ' ' || campaign_id || ' ' || sub_account_code, next_attempt_at::text, checked_at::text
    from payout_hold
    where state = 'in-force' and (checked_at is null or next_attempt_at > checked_at + interval '1 day')`,
  'a payment that is no donation is booked as it was reported and decided': sql`
    select mode || ' ' || coalesce(payment.booked_in, entry.campaign_id) || ' ' || transaction_id, entry.sums, payment.sums
    from (
      select mode, transaction_id::text as transaction_id, booked_in, case
          when state = 'accepted' then '0 0 0 0'
          when released_at is not null then concat_ws(' ', net_kobo, fee_kobo, 
            case booked_in when 'platform' then 0 else share_kobo - least(refunded_kobo, net_kobo + fee_kobo) end, refunded_kobo)
          else concat_ws(' ', net_kobo, fee_kobo, 0, greatest(net_kobo, refunded_kobo)) end as sums
      from quarantined_payment where booked_in is not null) payment
    full join (
      select mode, split_part(effect_key, ':', 3) as transaction_id, min(campaign_id) as campaign_id,
        concat_ws(' ', sum(provider_balance_kobo), sum(fee_kobo), sum(owner_kobo), -sum(unidentified_kobo)) as sums
      from ledger_entry where kind = 'unidentified' group by 1, 2) entry using (mode, transaction_id)
    where (coalesce(entry.campaign_id, payment.booked_in), coalesce(entry.sums, '0 0 0 0')) is distinct from (payment.booked_in, payment.sums)`,
  'refunds and lost disputes of payments that are no donations are booked': sql`
    select coalesce(held.key, entry.key), entry.kobo::text, concat_ws(' ', held.kobo, held.reported)
    from (
      select mode || ' ' || transaction_id as key, refunded_kobo as kobo, ${returnedByProvider} as reported
      from quarantined_payment payment where booked_in is not null) held
    full join (
      select mode || ' ' || split_part(effect_key, ':', 4) as key, -sum(donor_clearing_kobo) as kobo
      from ledger_entry where reversal_key is not null and donation_id is null group by 1) entry using (key)
    where (coalesce(entry.kobo, 0), coalesce(held.reported, -1)) is distinct from (held.kobo, held.kobo)`,
})

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
  { table: 'expense', key: sql`id::text` },
]

const comparedWithDecisions = recorded.map(({ table, key, isGone = sql`false` }) => [
  `each row of ${table} is as it was decided`,
  sql`
    select coalesce(subject, key), written::text, facts::text
    from (
      select distinct on (subject) subject, facts, campaign_id, at from money_decision
      where kind = ${table} order by subject, id desc) decided
    full join (select ${key} as key, to_jsonb(stored) as written from ${identifier(table)} stored) actual on key = subject
    where case when facts = 'null' then written is not null else not coalesce(written @> facts, false) end and (key is not null or (${isGone}) is not true)`,
])

/** Compares rows that can change with the decisions that led to them, which cannot. */
const decisionInvariants = toInvariants({
  ...Object.fromEntries(comparedWithDecisions),
  // A donation may have been started just before another account was approved.
  'a donation is paid to a bank account that a reviewer approved for its campaign': sql`
    select donation.campaign_id || ' ' || donation.id, donation.sub_account_code, string_agg(approved.subject, ' ')
    from donation
    left join money_decision approved on approved.campaign_id = donation.campaign_id and approved.kind = 'payee-approved'
    group by donation.campaign_id, donation.id
    having not coalesce(bool_or(approved.subject = donation.sub_account_code), false)`,
  'the bank account of a public campaign is the one that was approved last': sql`
    select campaign.id, sub_account_code || ' ' || account_number_last4, approved.subject || ' ' || (approved.facts ->> 'last4')
    from campaign left join lateral (
      select subject, facts from money_decision
      where campaign_id = campaign.id and kind = 'payee-approved' order by id desc limit 1) approved on true
    where status in ('approved', 'ended') and deleted_at is null
      and (approved.subject, approved.facts ->> 'last4') is distinct from (sub_account_code, account_number_last4)`,
  'the donor, the terms and what is shown of a donation are as they were stored': sql`
    select campaign_id || ' ' || id, encode(seal, 'hex'), encode(seal_of_donation(donation), 'hex') from donation
    where seal is distinct from seal_of_donation(donation)`,
  'the source, reason and owner of an entry are as they were booked': sql`
    select campaign_id || ' ' || effect_key, encode(seal, 'hex'), encode(seal_of_entry(ledger_entry), 'hex') from ledger_entry
    where seal is distinct from seal_of_entry(ledger_entry)`,
  'a receipt has the day of its payment': sql`
    select coalesce(code.campaign_id, charge.campaign_id) || ' ' || code.code, receipt.number || ' ' || receipt.donated_at, charge.effective_at::text
    from receipt_code code
    left join receipt on receipt.campaign_id = code.campaign_id and receipt.donation_id = code.donation_id
    left join ledger_entry charge on charge.campaign_id = code.campaign_id and charge.donation_id = code.donation_id
      and charge.kind = 'charge'
    where receipt.donated_at is distinct from charge.effective_at
      or left(receipt.number, 4) is distinct from extract(year from lagos_day(charge.effective_at))::text`,
  'a locked period has the sums with which it was locked': sql`
    select subject || ' ' || (facts ->> 'until'), sums::text, facts ->> 'sums'
    from (select * from money_decision where kind = 'period-locked') locked
    cross join lateral (
      select ${lockedSums} as sums from ledger_entry where mode = subject and posted_on <= (facts ->> 'until')::date) actual
    where sums <> facts -> 'sums'`,
  'the serial numbers of the receipts of a year have no gap': sql`
    select mode || ' ' || year, count(serial) || ' to ' || max(serial), max(issued)::text
    from receipt full join receipt_year using (mode, year) group by mode, year
    having (count(serial), max(serial)) is distinct from (max(issued)::bigint, max(issued))`,
  // The provider may correct the hour of a date after the payout.
  'a settlement has the day of its payout': sql`
    select paid.mode || ' ' || settlement_id, settled_at::text, effective_at::text
    from settlement paid join (
      select mode, split_part(effect_key, ':', 3) as id, min(effective_at) as effective_at
      from ledger_entry where kind in ('payout', 'platform_payout') group by 1, 2 having count(distinct effective_at) = 1) booked
      on booked.mode = paid.mode and booked.id = settlement_id::text
    where settled_at not between effective_at - interval '1 day' and effective_at + interval '1 day'`,
  'no webhook about one of our payments is ignored': sql`
    select inbox.id::text, inbox.event || ' ' || inbox.reference, 'done'
    from webhook_inbox inbox join donation_reference known on known.reference = inbox.reference
    where inbox.state = 'ignored'`,
  'lists show what was raised': sql`
    select campaign_id, raised_kobo::text, raised::text
    from campaign_listing join (
      select campaign_id, sum(raised_kobo)::bigint as raised from campaign_total
      group by campaign_id having count(distinct mode) = 1) total using (campaign_id)
    where raised_kobo <> raised and ranked_at > (
      select max(booked_at) + interval '5 minutes' from ledger_entry where ledger_entry.campaign_id = total.campaign_id)`,
})

export const findingSchema = z.object({
  name: z.string(),
  key: z.string(),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
})
/** A violation: the invariant, the row, the actual and the expected value. */
export type Finding = z.output<typeof findingSchema>
export type LedgerCheck = {
  kind: 'ledger' | 'provider' | 'log'
  findings: Finding[]
  checks: number
  tookMs: number
}

const maxFindingsPerInvariant = 20
const longRead = { timeoutMs: 600_000, isSnapshot: true }

export type CheckDeps = {
  database: Database
  now: () => Date
  /** The receipts whose signature is not of their donation. */
  listForgedReceipts?: ((database: Database) => Promise<Finding[]>) | undefined
}

export function ledgerChecks({ database, now, listForgedReceipts }: CheckDeps) {
  return {
    /** Checks all invariants on one snapshot, while donations go on. It repairs nothing. */
    async checkLedger(): Promise<LedgerCheck> {
      const startedAt = performance.now()
      const forged = (await withStandby(async () => listForgedReceipts?.(database))) ?? []
      const check = async (queries: Transaction): Promise<LedgerCheck> => {
        await queries.run(sql`set local work_mem = '64MB'`)
        // Recorded decisions hold times as text of UTC.
        await queries.run(sql`set local timezone = 'UTC'`)
        // Each query runs once: compiling it takes longer than running it.
        await queries.run(sql`set local jit = off`)
        const findings = [...(await findViolations(queries)), ...forged]
        const tookMs = Math.round(performance.now() - startedAt)
        return { kind: 'ledger', findings, checks: invariantNames.length, tookMs }
      }
      return withStandby(() => database.transaction(check, longRead))
    },

    async saveLedgerCheck({ kind, findings, checks, tookMs }: LedgerCheck): Promise<void> {
      const at = now()
      const id = randomUUID()
      await database.transaction(async ({ run }) => {
        await run(sql`
          insert into ledger_check (id, kind, begun_at, took_ms, checks, findings)
          values (
            ${id}, ${kind}, ${at}, ${tookMs}, ${checks}, ${findings.length})`)
        for (const [number, { name, key, ours, theirs }] of findings.entries())
          await run(sql`
            insert into ledger_finding (check_id, number, name, key, ours, theirs)
            values (${id}, ${number}, ${name}, ${key}, ${ours}, ${theirs})`)
      })
    },
  }
}

/** Runs all invariants in the caller's transaction. */
export async function findViolations(queries: Transaction): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const invariant of invariants)
    findings.push(
      ...(await queries.rows(
        findingSchema,
        sql`
        with found as materialized (${invariant.findViolations}),
        numbered as (select *, row_number() over (partition by name) as number from found)
        select name, key, ours, theirs from numbered where number <= ${maxFindingsPerInvariant}::integer`,
      )),
    )
  return findings
}

const invariants: readonly Invariant[] = [
  entryInvariants,
  donationInvariants,
  ...totalInvariants,
  totalsMatchEntries,
  donorsMatchDonations,
  ...donorCountsMatch,
  ...positionInvariants,
  ...settlementInvariants,
  ...providerInvariants,
  ...decisionInvariants,
  ...toInvariants({
    'a transaction of the provider is counted once across all campaigns': sql`
    select mode || ' ' || transaction_id, count(*)::text, '1'
    from ledger_entry where kind = 'charge' group by mode, transaction_id having count(*) > 1`,
    'every donation is found by its reference and by its access code': sql`
    select donation.campaign_id || ' ' || donation.id, donation.reference, ''
    from donation
    left join donation_reference reference on reference.reference = donation.reference
    left join donation_access_code code on code.access_code = donation.access_code
    where reference.donation_id is distinct from donation.id or code.donation_id is distinct from donation.id`,
    'every quarantined donation has a quarantined payment': sql`
    select donation.campaign_id || ' ' || donation.id, 'quarantined', ''
    from donation where state = 'quarantined' and not exists (
      select from quarantined_payment where quarantined_payment.reference = donation.reference)`,
  }),
]

export const invariantNames: readonly string[] = invariants.flatMap(({ names }) => names)
