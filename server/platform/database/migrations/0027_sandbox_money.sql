-- The sandbox keeps the provider's money: shares of each party, a balance, debits and deductions.
alter table sandbox.transaction
  -- Kobo of the main account and of the sub-account, once paid.
  add column main_share bigint,
  add column sub_share bigint,
  add column main_settlement_id bigint references sandbox.settlement (id);

update sandbox.transaction t
set main_share = case when t.sub_account_code is null then t.amount - t.fees else s.gross end,
    sub_share = case when t.sub_account_code is null then 0 else t.amount - t.fees - s.gross end,
    main_settlement_id = t.settlement_id
from (
  select u.reference, coalesce(u.transaction_charge, round(u.amount * coalesce(a.percentage_charge, 0) / 100))::bigint as gross
  from sandbox.transaction u left join sandbox.sub_account a on a.code = u.sub_account_code
) s
where s.reference = t.reference and t.fees is not null and t.paid_at is not null;
-- A payment without a sub-account has no settlement but the main account's.
update sandbox.transaction set settlement_id = null where sub_account_code is null;
create index transaction_unsettled on sandbox.transaction (paid_at)
  where paid_at is not null and (settlement_id is null or main_settlement_id is null);
create index transaction_of_settlement on sandbox.transaction (settlement_id);
create index transaction_of_main_settlement on sandbox.transaction (main_settlement_id);

alter table sandbox.settlement
  -- When the status changes next; null when it stays.
  add column moves_at timestamptz,
  add column updated_at timestamptz;
update sandbox.settlement set updated_at = created_at;
alter table sandbox.settlement alter column updated_at set not null;
create index settlement_moving on sandbox.settlement (moves_at) where moves_at is not null;

-- Changes of the main account's balance. The running balance is their sum.
create table sandbox.balance_change (
  id bigint generated always as identity (start with 5000000000) primary key,
  difference bigint not null,
  cause text not null check (cause in ('Transaction', 'Refund', 'Dispute', 'Settlement')),
  cause_id bigint,
  reason text not null,
  created_at timestamptz not null
);
insert into sandbox.balance_change (difference, cause, reason, created_at)
select sum(main_share), 'Transaction', 'Payments before the balance was kept', now()
from sandbox.transaction where main_share is not null and main_settlement_id is null
having sum(main_share) is not null;

-- What a refund or a lost dispute costs a party; negative when it comes back. Null for the main account.
create table sandbox.debit (
  id bigint generated always as identity primary key,
  cause text not null check (cause in ('Refund', 'Dispute')),
  cause_id bigint not null,
  sub_account_code text references sandbox.sub_account (code),
  amount bigint not null,
  collected bigint not null default 0,
  created_at timestamptz not null
);
create index debit_cause on sandbox.debit (cause_id);
create index debit_open on sandbox.debit (sub_account_code) where collected <> amount;

-- Debits of a sub-account that a settlement keeps back.
create table sandbox.deduction (
  settlement_id bigint not null references sandbox.settlement (id),
  debit_id bigint not null references sandbox.debit (id),
  amount bigint not null,
  primary key (settlement_id, debit_id)
);

grant select, insert, update on sandbox.balance_change, sandbox.debit, sandbox.deduction to ajo_app;
grant usage on all sequences in schema sandbox to ajo_app;
