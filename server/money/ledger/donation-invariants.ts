import { identifier, joinSql, sql, type Sql } from '../../platform/database/sql.ts'
import { paidStatuses } from './provider-report.ts'
import { rowInvariants } from './invariant.ts'
import { isLostDispute, withheldFee } from './provider-reversals.ts'
import { accountColumns } from './chart.ts'

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
export const donationInvariants = rowInvariants(
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
    {
      name: 'no fee exceeds the payment',
      fails: sql`fees > charged or fees < 0`,
      ours: sql`fees`,
      theirs: sql`charged`,
    },
    {
      name: 'a donation is charged once',
      fails: sql`charges > 1`,
      ours: sql`charges`,
      theirs: sql`1`,
    },
    {
      name: 'a paid donation has a charge',
      fails: sql`state = 'paid' and charges = 0`,
      ours: sql`''`,
      theirs: sql`'charge'`,
    },
    {
      name: 'a charge has the answer of the provider that it was paid',
      fails: sql`charges > 0 and (known_transaction, known_amount, known_mode) is distinct from (transaction_id, charged, mode)
        or charges > 0 and not coalesce(known_status, '') = any(${paidStatuses}::text[])`,
      ours: sql`transaction_id || ' ' || charged || ' ' || mode`,
      theirs: sql`concat_ws(' ', known_transaction, known_amount, known_mode, known_status)`,
    },
    {
      name: 'a charge is dated by its payment',
      fails: sql`charged_at <> paid_at and charged_at <> booked_at`,
      ours: sql`charged_at`,
      theirs: sql`paid_at`,
    },
    {
      name: 'the booked fees are the last reported fee',
      fails: sql`charges > 0 and fees <> coalesce(known_fees, 0)`,
      ours: sql`fees`,
      theirs: sql`coalesce(known_fees, 0)`,
    },
    {
      name: 'the owner’s share is that of the last reported split',
      fails: sql`charges > 0 and share <> known_share`,
      ours: sql`share`,
      theirs: sql`known_share`,
    },
    {
      name: 'the provider’s split adds up to the payment and its fee',
      fails: sql`split_sum <> known_amount or split_fee <> known_fees`,
      ours: sql`split_sum || ' ' || split_fee`,
      theirs: sql`known_amount || ' ' || known_fees`,
    },
    {
      // A fee that is corrected after the payout to a sub-account that bears it leaves the share as it was quoted.
      name: 'the provider split the payment as it was quoted',
      fails: sql`charges > 0 and split_owner <> agreed_share
        and split_owner <> known_amount - quoted_fee_kobo - platform_kobo - recovered_kobo`,
      ours: sql`agreed_share`,
      theirs: sql`split_owner`,
    },
    {
      name: 'a donation pays of the owner’s debt what its terms say',
      fails: sql`charges > 0 and recovered <> recovered_kobo`,
      ours: sql`recovered`,
      theirs: sql`recovered_kobo`,
    },
    {
      name: 'the owner bears reversals up to the charge, and the platform the rest',
      fails: sql`borne <> least(to_donor, charged) or reversed < 0 or reversed > credited`,
      ours: sql`borne || ' ' || reversed`,
      theirs: sql`least(to_donor, charged) || ' ' || credited`,
    },
    {
      name: 'refunds and lost disputes at the provider are booked',
      fails: sql`charges > 0 and not (was_reversed and by_provider is null)
        and (to_donor <> ${byProvider} or reversed <> least(${byProvider} + withheld_fee, credited))`,
      ours: sql`to_donor || ' ' || reversed`,
      theirs: sql`${byProvider} || ' ' || least(${byProvider} + withheld_fee, credited)`,
    },
    {
      name: 'the provider never reverses more than the payment',
      fails: sql`coalesce(by_provider, 0) > known_amount`,
      ours: sql`by_provider`,
      theirs: sql`known_amount`,
    },
  ],
)

const isCharge = sql`kind = 'charge'`
const balance = joinSql(Object.values(accountColumns).map(identifier), sql` + `)
const cause = sql`kind || ':' || mode || ':' || transaction_id`

/** Compares each entry with its donation. */
export const entryInvariants = rowInvariants(
  sql`
    select entry.*, donation.owner_uid as donation_owner, donation.mode as donation_mode, donation.amount_kobo as donation_amount,
      donation.platform_kobo as donation_platform, donation.reference as donation_reference, donation.state as donation_state,
      bound.reference as bound_reference
    from ledger_entry entry
    left join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
    left join provider_transaction bound on bound.mode = entry.mode and bound.transaction_id = entry.transaction_id`,
  sql`campaign_id || ' ' || effect_key`,
  [
    {
      name: 'the accounts of every entry sum to zero',
      fails: sql`${balance} <> 0`,
      ours: balance,
      theirs: sql`0`,
    },
    {
      name: 'an entry belongs to a donation of the same owner',
      fails: sql`donation_id is not null and owner_uid is distinct from donation_owner`,
      ours: sql`owner_uid`,
      theirs: sql`donation_owner`,
    },
    {
      name: 'an entry has the mode of its donation',
      fails: sql`mode <> donation_mode`,
      ours: sql`mode`,
      theirs: sql`donation_mode`,
    },
    {
      name: 'a charge raises the amount of its donation',
      fails: sql`${isCharge} and raised_kobo <> donation_amount`,
      ours: sql`raised_kobo`,
      theirs: sql`donation_amount`,
    },
    {
      name: 'a charge has the platform fee of its donation',
      fails: sql`${isCharge} and -platform_revenue_kobo <> donation_platform`,
      ours: sql`-platform_revenue_kobo`,
      theirs: sql`donation_platform`,
    },
    {
      name: 'no donor is charged less than is raised',
      fails: sql`${isCharge} and -donor_kobo < raised_kobo`,
      ours: sql`-donor_kobo`,
      theirs: sql`raised_kobo`,
    },
    {
      name: 'the effect key of an entry names its cause',
      fails: sql`case when kind in ('charge', 'fee') then effect_key <> ${cause} and not starts_with(effect_key, ${cause} || ':')
        when reversal_key is null then not starts_with(effect_key, kind || ':' || mode || ':')
        else split_part(effect_key, ':', 1) <> kind or split_part(effect_key, ':', 3) <> split_part(reversal_key, ':', 3) end`,
      ours: sql`effect_key`,
      theirs: sql`coalesce(reversal_key, ${cause}, kind)`,
    },
    {
      name: 'a transaction pays for the reference that it was first reported with',
      fails: sql`${isCharge} and bound_reference is distinct from donation_reference`,
      ours: sql`donation_reference`,
      theirs: sql`bound_reference`,
    },
    {
      name: 'a donation with an entry is paid',
      fails: sql`donation_state <> 'paid'`,
      ours: sql`donation_state`,
      theirs: sql`'paid'`,
    },
  ],
)
