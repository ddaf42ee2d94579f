-- A transfer that is no donation has entries of its campaign: the provider pays it out like a donation.
alter table quarantined_payment
  -- The organiser of the campaign whose sub-account has the money. Null: the payment has no entry.
  add column owner_uid text;
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
      when kind in (''quarantined_refund'', ''quarantined_refund_undo'') then
        (provider_balance_kobo, provider_fees_kobo, platform_revenue_kobo, platform_bank_kobo, fee_kobo, paid_out_kobo, raised_kobo)
          = (0, 0, 0, 0, 0, 0, 0)
      else ' || substr(accounts, length('CHECK ') + 1) || ' end)';
end $$;
alter table ledger_entry
  add constraint ledger_entry_reversal_check check (
    (reversal_key is not null) = (kind in (
      'refund', 'refund_undo', 'chargeback', 'chargeback_undo', 'bank_reversal', 'bank_reversal_undo', 'quarantined_refund',
      'quarantined_refund_undo'))
  ),
  add constraint ledger_entry_donation_check check (
    case
      when starts_with(kind, 'quarantined_refund') then donation_id is null
      when kind in ('charge', 'fee') or reversal_key is not null then donation_id is not null and transaction_id is not null
      when kind = 'deduction' then campaign_id <> 'platform' or donation_id is null
      else donation_id is null end
    and (kind = 'platform_payout' or campaign_id <> 'platform' or kind = 'deduction')
    and (kind <> 'platform_payout' or campaign_id = 'platform')
  );

-- A line of a settlement is the share of a donation or of a quarantined transfer.
alter table settlement_line
  drop constraint settlement_line_pkey,
  alter column donation_id drop not null,
  add column quarantined_id uuid references quarantined_payment (id),
  add constraint settlement_line_payment_check check (num_nonnulls(donation_id, quarantined_id) = 1);
create unique index settlement_line_payment on settlement_line (mode, settlement_id, campaign_id, donation_id, quarantined_id)
  nulls not distinct;
create index settlement_line_quarantined on settlement_line (quarantined_id) where quarantined_id is not null;
