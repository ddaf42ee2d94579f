import { sql } from '../../../platform/database/sql.ts'
import { allRefundIds } from '../entries/quarantine.ts'
import { invariant, type Invariant } from './invariant.ts'

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
      select mode, change_id::text as id, -difference_kobo as kobo from balance_change
      where is_booked and not exists (
        select from quarantined_payment where quarantined_payment.mode = balance_change.mode and owner_uid is null
          and cause = 'refund' and cause_id = any(${allRefundIds}))) change
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
