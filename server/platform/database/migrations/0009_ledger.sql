-- The ledger (docs/ledger.md). A row of ledger_entry is a balanced journal entry: debits are positive, credits negative, and the ten
-- accounts sum to zero. Who gained what (donor, owner, platform, provider) is derived from the accounts. raised_kobo is what the entry
-- adds to the campaign's total: a fee that the donor paid on top is no donation. The ledger is append-only: a refund, bank reversal or
-- lost dispute is an entry of its own, and one that is undone has a second entry with the opposite sign.
create table ledger_entry (
  campaign_id text not null,
  -- Books each effect once.
  effect_key text not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  kind text not null,
  donation_id uuid,
  owner_uid text not null,
  transaction_id bigint,
  -- The refund, dispute or transaction that the entry belongs to.
  reversal_key text,
  source text not null check (source in ('webhook', 'return', 'check', 'sweep', 'admin')),
  booked_at timestamptz not null,
  -- The bookkeeping date: when the money moved. booked_at is when we wrote the entry.
  effective_at timestamptz not null,
  -- The day in the journal: that of effective_at, or the first one after the locked period, if the entry came late.
  posted_on date not null,
  memo text check (length(memo) <= 500),
  raised_kobo bigint not null,
  -- What the provider holds for us and our owners and has not paid out.
  provider_balance_kobo bigint not null default 0,
  -- Fees that the platform bears.
  provider_fees_kobo bigint not null default 0,
  platform_revenue_kobo bigint not null default 0,
  -- What the owner will be paid: due, or held back.
  payable_due_kobo bigint not null default 0,
  payable_held_kobo bigint not null default 0,
  -- What the owner owes us.
  owner_receivable_kobo bigint not null default 0,
  platform_loss_kobo bigint not null default 0,
  -- Paid out to Ajo's own bank account.
  platform_bank_kobo bigint not null default 0,
  -- Returned to donors and not yet deducted by the provider.
  donor_clearing_kobo bigint not null default 0,
  -- Reached the provider's balance and is no donation until an admin decides.
  unidentified_kobo bigint not null default 0,
  -- Memoranda outside the sum: what the provider took, and what reached the owner's bank account.
  fee_kobo bigint not null default 0,
  paid_out_kobo bigint not null default 0,
  donor_kobo bigint not null generated always as (
    -(provider_balance_kobo + platform_bank_kobo + donor_clearing_kobo + unidentified_kobo) - fee_kobo - paid_out_kobo
  ) stored,
  owner_kobo bigint not null generated always as (
    paid_out_kobo - payable_due_kobo - payable_held_kobo - owner_receivable_kobo
  ) stored,
  platform_kobo bigint not null generated always as (
    -(platform_revenue_kobo + provider_fees_kobo + platform_loss_kobo)
  ) stored,
  provider_kobo bigint not null generated always as (fee_kobo) stored,
  seal bytea,
  primary key (campaign_id, effect_key),
  -- An entry of a donation needs the provider's answer about its payment.
  constraint ledger_entry_payment_fkey foreign key (campaign_id, donation_id)
    references provider_payment (campaign_id, donation_id),
  constraint ledger_entry_effect_key_check check (starts_with(effect_key, kind || ':' || mode || ':')),
  constraint ledger_entry_balance_check check (
    provider_balance_kobo + provider_fees_kobo + platform_revenue_kobo + payable_due_kobo + payable_held_kobo
      + owner_receivable_kobo + platform_loss_kobo + platform_bank_kobo + donor_clearing_kobo + unidentified_kobo = 0
  ),
  -- Each kind of entry and the accounts that it may post.
  constraint ledger_entry_accounts_check check (
    case
      when kind = 'unidentified' then
        (platform_revenue_kobo, platform_bank_kobo, donor_clearing_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0)
      when unidentified_kobo <> 0 and kind not in ('refund', 'chargeback') then false
      when kind = 'charge' then
        (payable_held_kobo, owner_receivable_kobo, platform_loss_kobo, platform_bank_kobo, donor_clearing_kobo, paid_out_kobo)
          = (0, 0, 0, 0, 0, 0)
        and payable_due_kobo <= 0 and platform_revenue_kobo <= 0 and fee_kobo >= 0
        and raised_kobo > 0 and raised_kobo <= provider_balance_kobo + fee_kobo
      when kind = 'fee' then
        (platform_revenue_kobo, platform_loss_kobo, platform_bank_kobo, donor_clearing_kobo, paid_out_kobo, raised_kobo)
          = (0, 0, 0, 0, 0, 0)
        and provider_balance_kobo = -fee_kobo
      when kind in ('refund', 'chargeback', 'bank_reversal') then
        (provider_balance_kobo, provider_fees_kobo, platform_revenue_kobo, platform_bank_kobo, fee_kobo, paid_out_kobo)
          = (0, 0, 0, 0, 0, 0)
      when kind = 'deduction' then
        (provider_fees_kobo, platform_revenue_kobo, payable_due_kobo, payable_held_kobo, owner_receivable_kobo, platform_loss_kobo,
          platform_bank_kobo, fee_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      when kind = 'payout' then
        (provider_fees_kobo, platform_revenue_kobo, platform_loss_kobo, platform_bank_kobo, fee_kobo, raised_kobo)
          = (0, 0, 0, 0, 0, 0)
        and paid_out_kobo = -(provider_balance_kobo + donor_clearing_kobo)
      when kind = 'owner_repayment' then
        (provider_balance_kobo, provider_fees_kobo, platform_revenue_kobo, payable_due_kobo, payable_held_kobo, platform_loss_kobo,
          donor_clearing_kobo, fee_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0)
        and owner_receivable_kobo < 0 and paid_out_kobo = owner_receivable_kobo and coalesce(memo, '') <> '' and source = 'admin'
      when kind = 'top_up' then
        (provider_fees_kobo, platform_revenue_kobo, payable_due_kobo, payable_held_kobo, owner_receivable_kobo, platform_loss_kobo,
          donor_clearing_kobo, fee_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        and provider_balance_kobo > 0 and coalesce(memo, '') <> '' and source = 'admin'
      when kind = 'platform_payout' then
        (provider_fees_kobo, platform_revenue_kobo, payable_due_kobo, payable_held_kobo, owner_receivable_kobo, platform_loss_kobo,
          donor_clearing_kobo, fee_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      when kind in ('hold', 'release') then
        (provider_balance_kobo, provider_fees_kobo, platform_revenue_kobo, owner_receivable_kobo, platform_loss_kobo,
          platform_bank_kobo, donor_clearing_kobo, fee_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        and case kind when 'hold' then payable_held_kobo <= 0 else payable_held_kobo >= 0 end
      when kind = 'recovery' then
        (provider_balance_kobo, platform_revenue_kobo, payable_held_kobo, platform_loss_kobo, platform_bank_kobo, donor_clearing_kobo,
          fee_kobo, paid_out_kobo, raised_kobo) = (0, 0, 0, 0, 0, 0, 0, 0, 0)
        and provider_fees_kobo > 0 and payable_due_kobo <= 0 and owner_receivable_kobo <= 0
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
  constraint ledger_entry_reversal_check check (
    (reversal_key is not null) = (kind in ('refund', 'chargeback', 'bank_reversal'))
  ),
  -- The platform's own entries belong to no donation; charges, fees and reversals belong to one, but for those of unidentified payments.
  constraint ledger_entry_donation_check check (
    case
      when kind in ('refund', 'chargeback') and donation_id is null then raised_kobo = 0 and unidentified_kobo = -donor_clearing_kobo
      when kind in ('charge', 'fee', 'recovery') or reversal_key is not null then donation_id is not null and transaction_id is not null
      when kind = 'deduction' then campaign_id <> 'platform' or donation_id is null
      else donation_id is null end
    and (campaign_id <> 'platform' or kind in ('platform_payout', 'top_up', 'deduction', 'unidentified', 'refund', 'chargeback'))
    and (kind not in ('platform_payout', 'top_up') or campaign_id = 'platform')
  )
) /* partitions of ledger_entry */;
-- A donation is charged once, also when the provider reports a second transaction of it.
create unique index ledger_entry_charge on ledger_entry (campaign_id, donation_id) where kind = 'charge';
-- For the ranking: campaigns with recent donations.
create index ledger_entry_at on ledger_entry (mode, booked_at);
-- Readers sum all entries of a donation.
create index ledger_entry_donation on ledger_entry (campaign_id, donation_id);
-- For the payouts, returns and holds of a campaign among its many charges.
create index ledger_entry_kind on ledger_entry (campaign_id, kind) where kind <> 'charge';
create index ledger_entry_taken on ledger_entry (mode, effective_at) where kind in ('deduction', 'recovery', 'owner_repayment');
-- For the journal of a period.
create index ledger_entry_posted on ledger_entry (mode, posted_on, campaign_id, effect_key);

-- Digest of what no sum depends on.
create function seal_of_entry(entry ledger_entry) returns bytea language sql stable
  return sha256(convert_to(row(entry.source, entry.memo, entry.owner_uid, entry.transaction_id, entry.posted_on - date '2000-01-01')::text, 'UTF8'));
create function seal_entry() returns trigger language plpgsql as $$
begin
  new.posted_on := greatest(lagos_day(new.effective_at), (
    select (facts ->> 'until')::date + 1 from money_decision
    where kind = 'period-locked' and subject = new.mode order by id desc limit 1));
  new.seal := seal_of_entry(new);
  return new;
end $$;
create trigger seal_entry before insert on ledger_entry for each row execute function seal_entry();
-- A period is locked while no entry is being booked, so that none comes in after it was summed. Bookings need no lock of their own for it.
create function lock_entries() returns void language sql security definer set search_path = public, pg_temp as
  'lock table ledger_entry in share row exclusive mode';

-- Sums of the entries, at most 16 rows to read however many donations there are. The slots keep simultaneous donations from waiting for
-- one row; a donation and its later entries stay in one slot.
create table campaign_total (
  campaign_id text not null,
  mode text not null,
  slot smallint not null check (slot between 0 and 15),
  raised_kobo bigint not null check (raised_kobo >= 0),
  gross_kobo bigint not null check (gross_kobo >= 0),
  reversed_kobo bigint not null check (reversed_kobo >= 0),
  paid_count integer not null,
  donor_count integer not null,
  provider_balance_kobo bigint not null default 0,
  provider_fees_kobo bigint not null default 0,
  platform_revenue_kobo bigint not null default 0,
  payable_due_kobo bigint not null default 0,
  payable_held_kobo bigint not null default 0,
  owner_receivable_kobo bigint not null default 0,
  platform_loss_kobo bigint not null default 0,
  platform_bank_kobo bigint not null default 0,
  donor_clearing_kobo bigint not null default 0,
  unidentified_kobo bigint not null default 0,
  fee_kobo bigint not null default 0,
  paid_out_kobo bigint not null default 0,
  primary key (campaign_id, mode, slot),
  check (raised_kobo = gross_kobo - reversed_kobo)
) with (fillfactor = 50);

-- The same sums of an organiser and of all campaigns.
create table owner_total (
  owner_uid text not null,
  like campaign_total including defaults including constraints
) with (fillfactor = 50);
alter table owner_total drop column campaign_id, add primary key (owner_uid, mode, slot);

create table platform_total (
  like campaign_total including defaults including constraints
) with (fillfactor = 50);
alter table platform_total drop column campaign_id, add primary key (mode, slot);

-- Counts each donor once, as long as one of their donations stands.
create table campaign_donor (
  campaign_id text not null,
  mode text not null,
  donor_key bytea not null,
  donations integer not null check (donations >= 0),
  primary key (campaign_id, mode, donor_key)
);

create table owner_donor (
  owner_uid text not null,
  mode text not null,
  donor_key bytea not null,
  donations integer not null check (donations >= 0),
  primary key (owner_uid, mode, donor_key)
);

create table platform_donor (
  mode text not null,
  donor_key bytea not null,
  donations integer not null check (donations >= 0),
  primary key (mode, donor_key)
);

-- Sums of a campaign's entries by the day of the money in Lagos, so that charts and statements read days in place of donations.
create table campaign_day (
  campaign_id text not null,
  mode text not null,
  day date not null,
  owner_uid text not null,
  entries integer not null,
  donations integer not null,
  donated_kobo bigint not null,
  reversed_kobo bigint not null,
  donor_kobo bigint not null,
  owner_kobo bigint not null,
  platform_kobo bigint not null,
  provider_kobo bigint not null,
  paid_out_kobo bigint not null,
  primary key (campaign_id, mode, day)
) with (fillfactor = 50);
create index campaign_day_of_owner on campaign_day (owner_uid, mode, day);
create index campaign_day_of_all on campaign_day (mode, day);

-- The day of an entry, a payment or a decision. In TypeScript: lagosDay.
create function lagos_day(at timestamptz) returns date language sql immutable parallel safe
  return (at at time zone 'Africa/Lagos')::date;

-- What was decided about money, beside the entries: nobody can change or delete a row. The check compares the tables with it.
create table money_decision (
  id bigint generated always as identity primary key,
  campaign_id text,
  -- An approved payee, an act of staff, a locked period, or the table whose row was written.
  kind text not null check (kind in (
    'payee-approved', 'period-locked', 'act-alone', 'act-requested', 'act-agreed',
    'quarantined_payment', 'refund', 'payout_stop', 'payout_hold', 'campaign_freeze', 'audit_log', 'expense')),
  -- The sub-account, the mode, what staff did with money or wants a second person to do, or the key of the row.
  subject text not null,
  facts jsonb not null,
  -- Who approved or acted. A row says itself who wrote it.
  decided_by text,
  at timestamptz not null
);
create index money_decision_subject on money_decision (kind, subject, id);
create index money_decision_act on money_decision (at) where kind in ('act-alone', 'act-requested', 'act-agreed');
create index money_decision_payee_at on money_decision (at) where kind = 'payee-approved';
create index money_decision_expense_at on money_decision (at) where kind = 'expense';
create index money_decision_expense on money_decision (campaign_id, id) where kind = 'expense';
create index money_decision_payee on money_decision (campaign_id, id) where kind = 'payee-approved';

-- Records the columns that the trigger names, so that no code path can leave a decision out. A row that was deleted has the facts null.
create function record_decision() returns trigger language plpgsql security definer
set search_path = public, pg_temp set timezone = 'UTC' as $$
declare
  written jsonb;
begin
  if tg_op = 'DELETE' then written := to_jsonb(old); else written := to_jsonb(new); end if;
  insert into money_decision (campaign_id, kind, subject, facts, at)
  select written ->> 'campaign_id', tg_table_name,
    coalesce(written ->> 'id', concat_ws(' ', written ->> 'mode', written ->> 'campaign_id', written ->> 'sub_account_code')),
    case tg_op when 'DELETE' then 'null' else jsonb_object_agg(name, written -> name) end, clock_timestamp()
  from unnest(tg_argv) name;
  return null;
end $$;

create trigger expense_decision after insert or update or delete on expense
  for each row execute function record_decision('amount_kobo', 'day', 'withdrawn_at', 'struck_at');

-- Payments that the provider took and that do not match their donation: not counted and not dropped until an admin decides. refunding:
-- the provider was asked, and its answer may be unknown.
create table quarantined_payment (
  id uuid primary key,
  mode text not null,
  reference text not null,
  transaction_id bigint not null,
  campaign_id text,
  donation_id uuid,
  reason text not null,
  expected jsonb,
  seen jsonb not null,
  state text not null default 'open' check (state in ('open', 'refunding', 'accepted', 'refunded', 'dismissed')),
  refund_id bigint,
  claimed_until timestamptz,
  created_at timestamptz not null,
  resolved_at timestamptz,
  -- The campaign that has its entries, and its organiser: the one whose sub-account has the share, or 'platform'. Null: nothing reached
  -- our balance, because the mode or currency is another one, the payment counts elsewhere, or the row is about a refund or dispute.
  booked_in text,
  owner_uid text,
  -- What the provider reported last: the payment less its fee, the fee, and the part that its next settlement pays the organiser.
  net_kobo bigint not null default 0,
  fee_kobo bigint not null default 0,
  share_kobo bigint not null default 0,
  -- What processed refunds and lost disputes returned.
  refunded_kobo bigint not null default 0,
  -- Since when the organiser has the share: the provider paid it out, or an admin left it there.
  released_at timestamptz,
  unique (reference, transaction_id, reason),
  constraint quarantined_payment_booked_check check (booked_in is null or owner_uid is not null),
  constraint quarantined_payment_resolved_check check (
    (resolved_at is not null) = (state in ('accepted', 'refunded', 'dismissed'))
  )
);
create index quarantined_payment_unresolved on quarantined_payment (created_at) where resolved_at is null;
create index quarantined_payment_donation on quarantined_payment (campaign_id, donation_id) where donation_id is not null;
create unique index quarantined_payment_booked on quarantined_payment (mode, transaction_id) where booked_in is not null;
create index quarantined_payment_campaign on quarantined_payment (booked_in) where booked_in is not null;
create trigger quarantine_decision after insert or update of state on quarantined_payment
  for each row execute function record_decision('reference', 'transaction_id', 'reason', 'state');

-- Payments of other shops on the same key: they are counted for each day in Lagos, and nobody decides about them.
create table other_payment (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  transaction_id bigint not null,
  paid_at timestamptz not null,
  amount_kobo bigint not null,
  primary key (mode, transaction_id)
);

-- Items of sweeps and jobs that failed on their own while others went on: a payment that the provider cannot answer about, a row of a
-- list that cannot be parsed. The row is deleted when the item succeeds.
create table failing_item (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  kind text not null,
  key text not null,
  attempts integer not null check (attempts > 0),
  reason text not null check (length(reason) <= 500),
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  next_attempt_at timestamptz not null,
  primary key (mode, kind, key)
);

-- Each run of the ledger's invariants (ledger), of the comparison with the provider (provider) and of the transparency log (log).
create table ledger_check (
  id uuid primary key,
  kind text not null check (kind in ('ledger', 'provider', 'log')),
  begun_at timestamptz not null,
  took_ms integer not null,
  checks integer not null,
  findings integer not null
);
create index ledger_check_begun_at on ledger_check (begun_at);

create table ledger_finding (
  check_id uuid not null references ledger_check (id) on delete cascade,
  number integer not null,
  name text not null,
  key text not null,
  ours text,
  theirs text,
  primary key (check_id, number)
);

-- Where the ledger and the provider's records differ. A difference that is no longer found is resolved; one that changes is open again.
create table ledger_difference (
  id uuid primary key,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  -- What was compared: a day, or a settlement.
  scope text not null,
  kind text not null,
  key text not null,
  ours text,
  theirs text,
  state text not null check (state in ('open', 'acknowledged', 'resolved')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The admin who acknowledged it.
  owner_uid text,
  reason text check (length(reason) <= 500),
  changed_at timestamptz not null,
  unique (mode, scope, kind, key),
  check ((state = 'acknowledged') <= (owner_uid is not null and reason is not null))
);
create index ledger_difference_open on ledger_difference (first_seen_at) where state <> 'resolved';

-- When each day (UTC) was last compared with the provider.
create table reconciled_day (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  day date not null,
  compared_at timestamptz not null,
  primary key (mode, day)
);

-- When all settlements of each party were last compared with the provider: a sub-account, or 'main'.
create table reconciled_party (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  party text not null,
  compared_at timestamptz not null,
  primary key (mode, party)
);

grant select, insert on ledger_entry, money_decision to ajo_app;
grant select, insert, update on
  campaign_total, owner_total, platform_total, campaign_donor, owner_donor, platform_donor, campaign_day, reconciled_day, reconciled_party
  to ajo_app;
grant select, insert, delete on other_payment, ledger_check, ledger_finding to ajo_app;
grant select, insert, update, delete on quarantined_payment, failing_item, ledger_difference to ajo_app;
