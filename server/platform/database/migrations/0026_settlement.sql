-- Isolation of items, settlements by line, holds, exposure, and differences between the ledger and the provider (decision 0031).

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
grant select, insert, update, delete on failing_item to ajo_app;

-- A webhook that failed is tried again at this time, with growing delays.
alter table webhook_inbox add column next_attempt_at timestamptz;

-- The provider's status of the refund of a quarantined payment. It is watched until it is final, and opens the payment again if it failed.
alter table quarantined_payment add column refund_status text;
create index quarantined_payment_refund on quarantined_payment (created_at)
  where state = 'refunded' and refund_status is distinct from 'processed';

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
grant select, insert, update on ledger_difference, reconciled_day, reconciled_party to ajo_app;

-- Settlements and what each contains, line by line, in place of one settlement per donation. They are read again from the provider.
drop table donation_settlement;
drop table provider_settlement;

create table settlement (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  settlement_id bigint not null,
  -- Null: the main account.
  sub_account_code text,
  status text not null,
  currency text not null,
  total_kobo bigint not null,
  effective_kobo bigint not null,
  deductions_kobo bigint not null,
  fees_kobo bigint not null,
  settled_at timestamptz,
  asked_at timestamptz not null,
  -- False until all its payments were read.
  is_read boolean not null default false,
  primary key (mode, settlement_id)
);
create index settlement_party on settlement (mode, sub_account_code);
create index settlement_open on settlement (settled_at) where status <> 'success';

-- The party's share of a payment in a settlement: what the provider settled, and the leg that the ledger has for it.
create table settlement_line (
  mode text not null,
  settlement_id bigint not null,
  campaign_id text not null,
  donation_id uuid not null,
  gross_kobo bigint not null,
  fee_kobo bigint,
  share_kobo bigint not null,
  leg_kobo bigint not null,
  primary key (mode, settlement_id, campaign_id, donation_id),
  foreign key (mode, settlement_id) references settlement (mode, settlement_id) on delete cascade,
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
create index settlement_line_donation on settlement_line (campaign_id, donation_id);

-- Which campaigns a sub-account is paid for, and when its settlements were last asked for.
create table sub_account_campaign (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  sub_account_code text not null,
  campaign_id text not null,
  asked_at timestamptz,
  -- The last attempt to ask, which may have failed.
  tried_at timestamptz,
  primary key (mode, sub_account_code, campaign_id)
);
create index sub_account_campaign_campaign on sub_account_campaign (campaign_id);

grant select, insert, update on settlement, sub_account_campaign to ajo_app;
grant select, insert, update, delete on settlement_line to ajo_app;

-- Changes of the main account's balance by refunds and disputes, as the provider lists them. Each is booked once its donation is known.
create table balance_change (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  change_id bigint not null,
  difference_kobo bigint not null,
  cause text not null,
  cause_id bigint,
  at timestamptz not null,
  is_booked boolean not null default false,
  primary key (mode, change_id)
);
create index ledger_entry_deduction on ledger_entry (mode, effective_at) where kind = 'deduction';
create index balance_change_unbooked on balance_change (at) where not is_booked;

-- Up to when the provider's list was read.
create table balance_read (
  mode text primary key check (mode in ('sandbox', 'test', 'live')),
  read_until timestamptz not null
);
grant select, insert, update on balance_change, balance_read to ajo_app;

-- A stop of payouts at the provider while a campaign is frozen. Only a state that reading the sub-account back showed is in force.
create table payout_hold (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  campaign_id text not null,
  sub_account_code text not null,
  state text not null check (state in ('requested', 'in-force', 'failed', 'released')),
  -- Why it failed.
  reason text check (length(reason) <= 500),
  -- What reading the sub-account back showed.
  seen text,
  attempts integer not null default 0,
  entries integer not null default 0,
  requested_at timestamptz not null,
  in_force_since timestamptz,
  checked_at timestamptz,
  next_attempt_at timestamptz not null,
  primary key (mode, campaign_id, sub_account_code),
  check ((state = 'failed') <= (reason is not null)),
  check ((state = 'in-force') = (in_force_since is not null))
);
create index payout_hold_due on payout_hold (next_attempt_at) where state <> 'released';
grant select, insert, update on payout_hold to ajo_app;
