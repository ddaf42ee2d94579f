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
  donation_id uuid,
  gross_kobo bigint not null,
  fee_kobo bigint,
  share_kobo bigint not null,
  leg_kobo bigint not null,
  quarantined_id uuid references quarantined_payment (id),
  foreign key (mode, settlement_id) references settlement (mode, settlement_id) on delete cascade,
  foreign key (campaign_id, donation_id) references donation (campaign_id, id),
  constraint settlement_line_payment_check check (num_nonnulls(donation_id, quarantined_id) = 1)
);
create index settlement_line_donation on settlement_line (campaign_id, donation_id);
create unique index settlement_line_payment on settlement_line (mode, settlement_id, campaign_id, donation_id, quarantined_id)
  nulls not distinct;
create index settlement_line_quarantined on settlement_line (quarantined_id) where quarantined_id is not null;

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
create index balance_change_unbooked on balance_change (at) where not is_booked;

-- Up to when the provider's list was read.
create table balance_read (
  mode text primary key check (mode in ('sandbox', 'test', 'live')),
  read_until timestamptz not null
);

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
create trigger hold_decision after insert on payout_hold for each row execute function record_decision('sub_account_code', 'state');
create trigger hold_change after update of state on payout_hold
  for each row when (old.state is distinct from new.state) execute function record_decision('sub_account_code', 'state');
create trigger freeze_decision after insert or update or delete on campaign_freeze
  for each row execute function record_decision('actor_uid', 'unfreeze_asked_by');

-- Reasons beside a freeze for which the payouts of a campaign are on hold.
create table payout_stop (
  id bigint generated always as identity primary key,
  campaign_id text not null,
  kind text not null check (kind in ('payee', 'bank-account', 'waiting-days', 'reviewer', 'cancelled', 'exposure')),
  -- The account that the stop is about, which may have no donation yet.
  sub_account_code text,
  started_at timestamptz not null,
  -- When it ends by itself. Null: when it is released.
  until timestamptz,
  -- The staff member whose decision the release confirms, and who therefore cannot make it.
  asked_by text,
  ended_at timestamptz,
  -- The staff member who released it. Null: it ended because its condition was met.
  ended_by text,
  reason text check (length(reason) <= 2000),
  check ((ended_by is not null) = (reason is not null))
);
create unique index payout_stop_open on payout_stop (campaign_id, kind) where ended_at is null;
create trigger stop_decision after insert or update of sub_account_code, until, ended_at, ended_by on payout_stop
  for each row execute function record_decision('kind', 'sub_account_code', 'until', 'ended_at', 'ended_by');
create trigger stop_of_deleted_campaign before insert on payout_stop
  for each row execute function refuse_deleted_campaign();

-- Who receives the money of a campaign, for each of its bank accounts, and how that was confirmed.
create table campaign_payee (
  campaign_id text not null,
  sub_account_code text not null,
  -- False for the account of a change that waits, and for earlier accounts.
  is_current boolean not null,
  kind text not null check (kind in ('self', 'person', 'hospital', 'school', 'organisation')),
  -- Empty for the organiser, who has a name already.
  name text not null,
  -- The address of the person who is asked.
  email_sealed bytea,
  cac_number text,
  scuml_number text,
  -- Another person is asked by a mailed link. Everybody else is confirmed by the account's name and the reviewer.
  state text not null check (state in ('not-asked', 'asked', 'confirmed', 'declined', 'withdrawn')),
  link_hash bytea unique,
  link_expires_at timestamptz,
  links integer not null default 0,
  answered_at timestamptz,
  -- The account holder's name that the organiser confirmed.
  confirmed_name text,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  primary key (campaign_id, sub_account_code),
  check ((kind = 'person') = (email_sealed is not null)),
  check ((kind = 'person') = (state <> 'not-asked')),
  check ((confirmed_name is null) = (confirmed_at is null))
);
create unique index campaign_payee_current on campaign_payee (campaign_id) where is_current;
create trigger payee_of_deleted_campaign before insert on campaign_payee
  for each row execute function refuse_deleted_campaign();

-- Set for a donation whose donor has been mailed that it was paid out, so that a repeated settlement mails nobody again.
create table payout_notice (
  campaign_id text not null,
  donation_id uuid not null,
  at timestamptz not null,
  primary key (campaign_id, donation_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
grant select, insert on payout_notice to ajo_app;

grant select, insert, update on settlement, sub_account_campaign, balance_change, balance_read, payout_hold to ajo_app;
grant select, insert, update, delete on settlement_line, payout_stop, campaign_payee to ajo_app;
