-- Accounts (docs/ledger.md, decision 0027). A row of ledger_entry is a balanced journal entry: debits are positive, credits negative, and
-- the nine accounts sum to zero. Who gained what (donor, owner, platform, provider) is derived from the accounts.
--
-- Servers of the previous version cannot book while this version is installed: webhooks wait in the inbox and are processed afterwards.

alter table ledger_entry rename column at to booked_at;
alter table ledger_entry
  -- What the provider holds for us and our owners and has not paid out.
  add column provider_balance_kobo bigint not null default 0,
  -- Fees that the platform bears.
  add column provider_fees_kobo bigint not null default 0,
  add column platform_revenue_kobo bigint not null default 0,
  -- What the owner will be paid: due, or held back.
  add column payable_due_kobo bigint not null default 0,
  add column payable_held_kobo bigint not null default 0,
  -- What the owner owes us.
  add column owner_receivable_kobo bigint not null default 0,
  add column platform_loss_kobo bigint not null default 0,
  -- Paid out to Ajo's own bank account.
  add column platform_bank_kobo bigint not null default 0,
  -- Returned to donors and not yet deducted by the provider.
  add column donor_clearing_kobo bigint not null default 0,
  -- Memoranda outside the sum: what the provider took, and what reached the owner's bank account.
  add column fee_kobo bigint not null default 0,
  add column paid_out_kobo bigint not null default 0,
  -- The bookkeeping date: when the money moved. booked_at is when we wrote the entry.
  add column effective_at timestamptz,
  add column memo text check (length(memo) <= 500),
  alter column donation_id drop not null,
  alter column transaction_id drop not null;

-- Earlier entries. Fees were the owner's, and a return was credited to the donor at the owner's cost. The date of a return was not stored.
update ledger_entry entry set
  provider_balance_kobo = case when kind in ('charge', 'fee') then -donor_kobo - provider_kobo else 0 end,
  donor_clearing_kobo = case when kind in ('charge', 'fee') then 0 else -donor_kobo end,
  platform_revenue_kobo = -platform_kobo,
  payable_due_kobo = case when kind = 'charge' then -greatest(owner_kobo, 0) else -owner_kobo end,
  provider_fees_kobo = case when kind = 'charge' then greatest(-owner_kobo, 0) else 0 end,
  fee_kobo = provider_kobo,
  effective_at = coalesce(
    (select paid_at from provider_payment known
     where known.campaign_id = entry.campaign_id and known.donation_id = entry.donation_id and entry.kind = 'charge'),
    booked_at);

alter table ledger_entry
  drop constraint ledger_entry_check,
  drop constraint ledger_entry_check1,
  drop constraint ledger_entry_check2,
  drop constraint ledger_entry_kind_check,
  drop constraint ledger_entry_reversal_check,
  drop constraint ledger_entry_source_check,
  drop constraint ledger_entry_campaign_id_donation_id_fkey,
  drop column donor_kobo,
  drop column owner_kobo,
  drop column platform_kobo,
  drop column provider_kobo,
  alter column effective_at set not null;

-- A fee that the provider corrected after the charge was never booked, nor was a fee that exceeds what is left for the owner limited.
insert into ledger_entry (
  campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, source, booked_at, effective_at,
  provider_balance_kobo, payable_due_kobo, provider_fees_kobo, fee_kobo)
select campaign_id, 'fee:' || mode || ':' || transaction_id || case when fees > 0 then ':' || fees else '' end, mode, 'fee', donation_id,
  owner_uid, transaction_id, 0, 'sweep', now(), now(), -fee, -owner, fee + owner, fee
from (
  select charge.campaign_id, charge.mode, charge.transaction_id, charge.donation_id, charge.owner_uid, booked.fees,
    known.fees_kobo - booked.fee as fee,
    greatest(known.amount_kobo - known.fees_kobo - donation.platform_kobo, 0) - booked.owner as owner
  from ledger_entry charge
  join donation on donation.campaign_id = charge.campaign_id and donation.id = charge.donation_id
  join provider_payment known on known.campaign_id = charge.campaign_id and known.donation_id = charge.donation_id
    and known.transaction_id = charge.transaction_id and known.amount_kobo = charge.provider_balance_kobo + charge.fee_kobo
  cross join lateral (
    select sum(fee_kobo) as fee, -sum(payable_due_kobo) as owner, count(*) filter (where kind = 'fee') as fees
    from ledger_entry entry
    where entry.campaign_id = charge.campaign_id and entry.donation_id = charge.donation_id and kind in ('charge', 'fee')) booked
  where charge.kind = 'charge' and known.fees_kobo is not null) correction
where fee <> 0 or owner <> 0;

-- What the provider returned beyond the charge was never booked. It is the platform's loss.
insert into ledger_entry (
  campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, raised_kobo, source, booked_at, effective_at, reversal_key,
  donor_clearing_kobo, platform_loss_kobo)
select charge.campaign_id, reversal.reversal_key || case when entries > 0 then ':' || entries else '' end, charge.mode,
  split_part(reversal.reversal_key, ':', 1), charge.donation_id, charge.owner_uid, charge.transaction_id, 0, 'sweep', now(), now(), reversal.reversal_key,
  booked - kobo, kobo - booked
from (
  select campaign_id, donation_id, 'refund:' || mode || ':' || refund_id as reversal_key, amount_kobo as kobo from provider_refund refund
  where status = 'processed' and not exists (
    select from provider_dispute dispute
    where dispute.campaign_id = refund.campaign_id and dispute.mode = refund.mode and dispute.dispute_id = refund.dispute_id
      and dispute.status in ('resolved', 'archived') and dispute.resolution in ('merchant-accepted', 'auto-accepted'))
  union all
  select campaign_id, donation_id, 'chargeback:' || mode || ':' || dispute_id, refund_kobo from provider_dispute
  where status in ('resolved', 'archived') and resolution in ('merchant-accepted', 'auto-accepted')) reversal
join ledger_entry charge on charge.campaign_id = reversal.campaign_id and charge.donation_id = reversal.donation_id
  and charge.kind = 'charge'
cross join lateral (
  select coalesce(-sum(donor_clearing_kobo) filter (where entry.reversal_key = reversal.reversal_key), 0) as booked,
    count(*) filter (where entry.reversal_key = reversal.reversal_key) as entries, coalesce(-sum(donor_clearing_kobo), 0) as reversed
  from ledger_entry entry
  where entry.campaign_id = charge.campaign_id and entry.donation_id = charge.donation_id and entry.reversal_key is not null) known
where kobo > booked and reversed = charge.provider_balance_kobo + charge.fee_kobo
  -- A dispute without an amount takes what the others leave, so nothing exceeds the charge.
  and not exists (
    select from provider_dispute dispute
    where dispute.campaign_id = charge.campaign_id and dispute.donation_id = charge.donation_id and dispute.refund_kobo is null);

-- Where more was returned than the owner was due, the owner owes the difference.
update ledger_entry entry set
  payable_due_kobo = payable_due_kobo - overdrawn.kobo, owner_receivable_kobo = overdrawn.kobo
from (
  select campaign_id, mode, sum(payable_due_kobo) as kobo,
    (array_agg(effect_key order by booked_at desc, effect_key desc) filter (where kind <> 'charge'))[1] as effect_key
  from ledger_entry group by campaign_id, mode having sum(payable_due_kobo) > 0) overdrawn
where entry.campaign_id = overdrawn.campaign_id and entry.effect_key = overdrawn.effect_key;

alter table ledger_entry
  add column donor_kobo bigint not null generated always as (
    -(provider_balance_kobo + platform_bank_kobo + donor_clearing_kobo) - fee_kobo - paid_out_kobo
  ) stored,
  add column owner_kobo bigint not null generated always as (
    paid_out_kobo - payable_due_kobo - payable_held_kobo - owner_receivable_kobo
  ) stored,
  add column platform_kobo bigint not null generated always as (
    -(platform_revenue_kobo + provider_fees_kobo + platform_loss_kobo)
  ) stored,
  add column provider_kobo bigint not null generated always as (fee_kobo) stored;

-- An entry of a donation needs the provider's answer about its payment. Earlier entries are compared by the ledger check.
alter table ledger_entry
  add constraint ledger_entry_payment_fkey foreign key (campaign_id, donation_id)
    references provider_payment (campaign_id, donation_id) not valid,
  add constraint ledger_entry_source_check check (source in ('webhook', 'return', 'check', 'sweep', 'admin')),
  add constraint ledger_entry_balance_check check (
    provider_balance_kobo + provider_fees_kobo + platform_revenue_kobo + payable_due_kobo + payable_held_kobo
      + owner_receivable_kobo + platform_loss_kobo + platform_bank_kobo + donor_clearing_kobo = 0
  ),
  add constraint ledger_entry_effect_key_check check (starts_with(effect_key, kind || ':' || mode || ':')),
  -- Each kind of entry and the accounts that it may post.
  add constraint ledger_entry_accounts_check check (
    case
      when kind = 'charge' then
        (payable_held_kobo, owner_receivable_kobo, platform_loss_kobo, platform_bank_kobo, donor_clearing_kobo, paid_out_kobo)
          = (0, 0, 0, 0, 0, 0)
        and payable_due_kobo <= 0 and platform_revenue_kobo <= 0 and fee_kobo >= 0
        and raised_kobo > 0 and raised_kobo <= provider_balance_kobo + fee_kobo
      when kind = 'fee' then
        (platform_revenue_kobo, platform_loss_kobo, platform_bank_kobo, donor_clearing_kobo, paid_out_kobo, raised_kobo)
          = (0, 0, 0, 0, 0, 0)
        and provider_balance_kobo = -fee_kobo
      when kind in ('refund', 'refund_undo', 'chargeback', 'chargeback_undo', 'bank_reversal', 'bank_reversal_undo') then
        (provider_balance_kobo, provider_fees_kobo, platform_revenue_kobo, platform_bank_kobo, fee_kobo, paid_out_kobo)
          = (0, 0, 0, 0, 0, 0)
      when kind = 'deduction' then
        (provider_fees_kobo, platform_revenue_kobo, payable_due_kobo, payable_held_kobo, owner_receivable_kobo, platform_loss_kobo,
          platform_bank_kobo, fee_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      when kind = 'payout' then
        (provider_fees_kobo, platform_revenue_kobo, platform_loss_kobo, platform_bank_kobo, fee_kobo, raised_kobo)
          = (0, 0, 0, 0, 0, 0)
        and paid_out_kobo = -(provider_balance_kobo + donor_clearing_kobo)
      when kind = 'platform_payout' then
        (provider_fees_kobo, platform_revenue_kobo, payable_due_kobo, payable_held_kobo, owner_receivable_kobo, platform_loss_kobo,
          donor_clearing_kobo, fee_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      when kind in ('hold', 'release') then
        (provider_balance_kobo, provider_fees_kobo, platform_revenue_kobo, owner_receivable_kobo, platform_loss_kobo,
          platform_bank_kobo, donor_clearing_kobo, fee_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        and case kind when 'hold' then payable_held_kobo <= 0 else payable_held_kobo >= 0 end
      when kind = 'write_off' then
        (provider_balance_kobo, provider_fees_kobo, platform_revenue_kobo, payable_due_kobo, payable_held_kobo, platform_bank_kobo,
          donor_clearing_kobo, fee_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        and owner_receivable_kobo < 0 and coalesce(memo, '') <> '' and source = 'admin'
      when kind = 'write_off_undo' then
        (provider_balance_kobo, provider_fees_kobo, platform_revenue_kobo, platform_bank_kobo, donor_clearing_kobo, fee_kobo,
          paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0)
        and platform_loss_kobo < 0
      else false
    end
  ),
  add constraint ledger_entry_reversal_check check (
    (reversal_key is not null)
      = (kind in ('refund', 'refund_undo', 'chargeback', 'chargeback_undo', 'bank_reversal', 'bank_reversal_undo'))
  ),
  -- The platform's own entries belong to no donation; charges, fees and returns belong to one.
  add constraint ledger_entry_donation_check check (
    case when kind in ('charge', 'fee') or reversal_key is not null then donation_id is not null and transaction_id is not null
      when kind = 'deduction' then campaign_id <> 'platform' or donation_id is null
      else donation_id is null end
    and (kind = 'platform_payout' or campaign_id <> 'platform' or kind = 'deduction')
    and (kind <> 'platform_payout' or campaign_id = 'platform')
  );

-- Readers sum all entries of a donation.
create index ledger_entry_donation on ledger_entry (campaign_id, donation_id);
drop index ledger_entry_reversal;
-- For the payouts, returns and holds of a campaign among its many charges.
create index ledger_entry_kind on ledger_entry (campaign_id, kind) where kind <> 'charge';

do $$
declare
  level text;
  key text;
  names constant text[] := array['provider_balance_kobo', 'provider_fees_kobo', 'platform_revenue_kobo', 'payable_due_kobo',
    'payable_held_kobo', 'owner_receivable_kobo', 'platform_loss_kobo', 'platform_bank_kobo', 'donor_clearing_kobo', 'fee_kobo',
    'paid_out_kobo'];
begin
  foreach level in array array['campaign', 'owner', 'platform'] loop
    key := case level when 'campaign' then 'campaign_id, ' when 'owner' then 'owner_uid, ' else '' end || 'mode, slot';
    execute (
      select format('alter table %I %s', level || '_total',
        string_agg(format('add column %I bigint not null default 0', name), ', '))
      from unnest(names) as name);
    execute (
      select format(
        'update %1$I total set %2$s from (
           select %3$s, %4$s from (
             select *, (''x'' || substr(donation_id::text, 1, 1))::bit(4)::integer::smallint as slot from ledger_entry) entry
           group by %3$s) booked
         where %5$s',
        level || '_total', string_agg(format('%1$I = booked.%1$I', name), ', '), key,
        string_agg(format('sum(%1$I) as %1$I', name), ', '),
        (select string_agg(format('total.%1$s = booked.%1$s', part), ' and ') from unnest(string_to_array(key, ', ')) as part))
      from unnest(names) as name);
  end loop;
end $$;

alter table provider_payment
  -- The provider's split: its fee, the main account's part, the sub-account's part.
  add column split_provider_kobo bigint,
  add column split_main_kobo bigint,
  add column split_sub_account_kobo bigint,
  add constraint provider_payment_split_check check (
    num_nonnulls(split_provider_kobo, split_main_kobo, split_sub_account_kobo) in (0, 3)
  );

-- How the provider was asked to divide the payment. Earlier ones left the fee to the sub-account and ₦1 to the main account.
alter table donation
  add column fee_bearer text not null default 'subaccount' check (fee_bearer in ('subaccount', 'account')),
  add column transaction_charge_kobo bigint not null default 100 check (transaction_charge_kobo >= 0);

alter table provider_refund
  add column merchant_note text,
  -- What the provider has taken back from us for the refund so far.
  add column deducted_kobo bigint,
  add column refunded_at timestamptz;
