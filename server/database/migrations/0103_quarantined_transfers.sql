-- A transfer that is no donation has entries of its campaign: the provider pays it out like a donation.
alter table quarantined_payment
  -- The organiser of the campaign whose sub-account has the money. Null: the payment has no entry.
  add column owner_uid text,
  -- The settlement of the sub-account that the transfer is in, and its share there.
  add column settlement_id bigint,
  add column settled_kobo bigint;
create index quarantined_payment_settlement on quarantined_payment (mode, settlement_id) where settlement_id is not null;
create index quarantined_payment_campaign on quarantined_payment (campaign_id) where owner_uid is not null;

do $$
declare
  accounts text := (
    select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'ledger_entry'::regclass and conname = 'ledger_entry_accounts_check');
begin
  alter table ledger_entry
    drop constraint ledger_entry_accounts_check,
    drop constraint ledger_entry_reversal_check,
    drop constraint ledger_entry_donation_check;
  -- The rule of each other kind stays as it is.
  execute 'alter table ledger_entry add constraint ledger_entry_accounts_check check (
    case
      when kind = ''quarantined'' then
        (platform_revenue_kobo, platform_loss_kobo, platform_bank_kobo, donor_clearing_kobo, paid_out_kobo, raised_kobo)
          = (0, 0, 0, 0, 0, 0)
      when kind = ''quarantined_refund'' then
        (provider_balance_kobo, provider_fees_kobo, platform_revenue_kobo, platform_bank_kobo, fee_kobo, paid_out_kobo, raised_kobo)
          = (0, 0, 0, 0, 0, 0, 0)
      else ' || substr(accounts, length('CHECK ') + 1) || ' end)';
end $$;
alter table ledger_entry
  add constraint ledger_entry_reversal_check check (
    (reversal_key is not null) = (kind in (
      'refund', 'refund_undo', 'chargeback', 'chargeback_undo', 'bank_reversal', 'bank_reversal_undo', 'quarantined_refund'))
  ),
  add constraint ledger_entry_donation_check check (
    case
      when kind = 'quarantined_refund' then donation_id is null
      when kind in ('charge', 'fee') or reversal_key is not null then donation_id is not null and transaction_id is not null
      when kind = 'deduction' then campaign_id <> 'platform' or donation_id is null
      else donation_id is null end
    and (kind = 'platform_payout' or campaign_id <> 'platform' or kind = 'deduction')
    and (kind <> 'platform_payout' or campaign_id = 'platform')
  );
