import { sql } from '../../platform/database/sql.ts'
import { invariant, type Invariant } from './invariant.ts'
import { isLostDispute } from './provider-reversals.ts'

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
export const settlementInvariants: readonly Invariant[] = [
  invariant(
    'every settlement is booked as it was paid out',
    sql`
    select paid.mode || ' ' || paid.id, concat_ws(' ', coalesce(payout.gross, 0), coalesce(payout.deducted, 0), coalesce(payout.bank, 0)),
      concat_ws(' ', paid.gross, paid.deducted, paid.bank)
    from (${paid}) paid left join (${payouts}) payout using (mode, id)
    where (coalesce(payout.gross, 0), coalesce(payout.deducted, 0), coalesce(payout.bank, 0))
      is distinct from (paid.gross, paid.deducted, paid.bank)`,
  ),
  invariant(
    'every payout belongs to a settlement',
    sql`
    select payout.entry, payout.gross::text, null
    from (${payouts}) payout left join (${paid}) paid using (mode, id) where paid.id is null`,
  ),
  invariant(
    'no share of a donation is paid out twice',
    sql`
    select line.campaign_id || ' ' || coalesce(line.donation_id, line.quarantined_id), sum(line.share_kobo)::text, max(line.share_kobo)::text
    from settlement_line line join settlement using (mode, settlement_id)
    where settlement.status = 'success'
    group by line.campaign_id, line.donation_id, line.quarantined_id, settlement.sub_account_code having count(*) > 1 and sum(line.share_kobo) <> 0`,
  ),
  invariant(
    'every deduction from the main account is booked as the provider lists it',
    sql`
    select mode || ' ' || coalesce(change.id, entry.id), entry.kobo::text, change.kobo::text
    from (
      select mode, change_id::text as id, -difference_kobo as kobo from balance_change where is_booked) change
    full join (
      select mode, split_part(effect_key, ':', 3) as id, sum(donor_clearing_kobo) as kobo from ledger_entry
      where kind = 'deduction' group by 1, 2) entry using (mode, id)
    where entry.kobo is distinct from change.kobo`,
  ),
  invariant(
    'what is held is on hold at the provider',
    sql`
    select booked.mode || ' ' || booked.campaign_id, booked.kobo::text, 'in-force'
    from (
      select mode, campaign_id, -sum(payable_held_kobo) as kobo from ledger_entry group by 1, 2
      having sum(payable_held_kobo) <> 0) booked
    where not exists (
      select from payout_hold where payout_hold.mode = booked.mode and payout_hold.campaign_id = booked.campaign_id
        and state = 'in-force')`,
  ),
]

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
export const providerInvariants: readonly Invariant[] = [
  invariant(
    'a processed refund was processed at the provider',
    sql`
    select refund.campaign_id || ' ' || refund.id, 'processed', report.status
    from refund left join provider_refund report using (campaign_id, mode, refund_id)
    where refund.state = 'processed' and coalesce(report.status, '') not in ('processed', 'failed')`,
  ),
  invariant(
    'no open refund is forgotten',
    sql`
    select campaign_id || ' ' || id, greatest(next_attempt_at, lease_until)::text, null
    from refund where next_attempt_at > now() + interval '30 days' or lease_until > now() + interval '1 day'`,
  ),
  invariant(
    'a charge was paid to the sub-account of its donation',
    sql`
    select donation.campaign_id || ' ' || donation.id, donation.sub_account_code, known.sub_account_code
    from donation join provider_payment known on known.campaign_id = donation.campaign_id and known.donation_id = donation.id
    where donation.state = 'paid' and known.sub_account_code <> donation.sub_account_code`,
  ),
  invariant(
    'the lines of a paid settlement add up to it',
    sql`
    select settlement.mode || ' ' || settlement.settlement_id, sum(share)::text, max(total_kobo)::text
    from settlement join (${lines}) line using (mode, settlement_id)
    where status = 'success' and not exists (
      select from ledger_difference difference
      where difference.mode = settlement.mode and scope = 'settlement ' || settlement.settlement_id
        and kind = 'settlement-differs' and state <> 'resolved')
    group by settlement.mode, settlement.settlement_id having sum(share) <> max(total_kobo)`,
  ),
  invariant(
    'a settlement pays each campaign its lines',
    sql`
    select mode || ' ' || settlement_id || ' ' || campaign_id, coalesce(payout.gross, 0)::text, coalesce(line.share, 0)::text
    from (
      select mode, split_part(effect_key, ':', 3)::bigint as settlement_id, campaign_id, -sum(provider_balance_kobo) as gross
      from ledger_entry where kind = 'payout' group by 1, 2, 3) payout
    full join (${lines}) line using (mode, settlement_id, campaign_id)
    join (${divided}) divided using (mode, settlement_id)
    where coalesce(payout.gross, 0) <> case when is_paid then coalesce(line.share, 0) else 0 end`,
  ),
  invariant(
    'a hold in force is read back',
    sql`
    select mode || ' ' || campaign_id || ' ' || sub_account_code, next_attempt_at::text, checked_at::text
    from payout_hold
    where state = 'in-force' and (checked_at is null or next_attempt_at > checked_at + interval '1 day')`,
  ),
  invariant(
    'a payment that is no donation is booked as it was reported and decided',
    sql`
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
  ),
  invariant(
    'refunds and lost disputes of payments that are no donations are booked',
    sql`
    select coalesce(held.key, entry.key), entry.kobo::text, concat_ws(' ', held.kobo, held.reported)
    from (
      select mode || ' ' || transaction_id as key, refunded_kobo as kobo, ${returnedByProvider} as reported
      from quarantined_payment payment where booked_in is not null) held
    full join (
      select mode || ' ' || split_part(effect_key, ':', 4) as key, -sum(donor_clearing_kobo) as kobo
      from ledger_entry where reversal_key is not null and donation_id is null group by 1) entry using (key)
    where (coalesce(entry.kobo, 0), coalesce(held.reported, -1)) is distinct from (held.kobo, held.kobo)`,
  ),
]
