-- Everything that the provider would know.
create schema sandbox;
-- The one merchant account. The key is generated at the first start and shared by every process.
create table sandbox.integration (
  id integer primary key check (id = 1),
  secret_key text not null check (secret_key like 'sk\_test\_%')
);

create table sandbox.sub_account (
  code text primary key,
  id bigint not null unique,
  business_name text not null,
  bank_code text not null,
  account_number text not null,
  account_name text not null,
  percentage_charge double precision not null check (percentage_charge between 0 and 100),
  description text,
  contact_email text,
  contact_name text,
  contact_phone text,
  metadata jsonb,
  active boolean not null default true,
  settlement_schedule text not null default 'AUTO',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- The sandbox's customers, splits and dedicated accounts.
create table sandbox.customer (
  code text primary key,
  id bigint not null unique,
  email text not null unique,
  first_name text,
  last_name text,
  phone text,
  created_at timestamptz not null
);

create table sandbox.split (
  code text primary key,
  id bigint not null unique,
  name text not null,
  -- The share of the sub-account in percent, which also bears the fee.
  sub_account_code text not null references sandbox.sub_account (code),
  share integer not null check (share between 0 and 100),
  created_at timestamptz not null
);

create table sandbox.dedicated_account (
  id bigint primary key,
  account_number text not null unique,
  account_name text not null,
  customer_code text not null references sandbox.customer (code),
  split_code text references sandbox.split (code),
  assigned_at timestamptz not null,
  unassigned_at timestamptz
);
create unique index dedicated_account_customer on sandbox.dedicated_account (customer_code) where unassigned_at is null;

create table sandbox.settlement (
  id bigint primary key,
  sub_account_code text references sandbox.sub_account (code),
  status text not null check (status in ('pending', 'processing', 'success', 'failed')),
  total_amount bigint not null,
  effective_amount bigint not null,
  total_fees bigint not null,
  deductions bigint not null,
  settlement_date timestamptz not null,
  created_at timestamptz not null,
  -- When the status changes next; null when it stays.
  moves_at timestamptz,
  updated_at timestamptz not null
);
create index settlement_moving on sandbox.settlement (moves_at) where moves_at is not null;

create table sandbox.transaction (
  reference text primary key,
  id bigint not null unique,
  access_code text not null unique,
  status text not null,
  email text not null,
  amount bigint not null check (amount > 0),
  currency text not null,
  callback_url text,
  metadata jsonb,
  sub_account_code text references sandbox.sub_account (code),
  transaction_charge bigint check (transaction_charge >= 0),
  bearer text not null check (bearer in ('account', 'subaccount')),
  gateway_response text not null,
  message text,
  fees bigint check (fees >= 0),
  paid_with jsonb,
  channel text not null default 'card',
  -- The channels that the merchant asked for; null for all.
  channels jsonb,
  -- The test card whose steps (PIN, phone, OTP, bank page) are being answered. Card numbers are never stored.
  attempt jsonb,
  attempts integer not null default 0,
  errors integer not null default 0,
  history jsonb not null default '[]',
  opened_at timestamptz,
  -- When the bank of a transfer confirms it.
  settles_at timestamptz,
  paid_at timestamptz,
  settlement_id bigint references sandbox.settlement (id),
  created_at timestamptz not null,
  -- The sandbox keeps the provider's money: shares of each party, a balance, debits and deductions.
  -- Kobo of the main account and of the sub-account, once paid.
  main_share bigint,
  sub_share bigint,
  main_settlement_id bigint references sandbox.settlement (id),
  -- The transfer that paid it, or the way to pay that was chosen: sender, accounts, session.
  transfer jsonb,
  split_code text references sandbox.split (code),
  check ((status = 'success') <= (paid_at is not null and fees is not null))
);
create index transaction_settling on sandbox.transaction (settles_at) where settles_at is not null;
create index transaction_unsettled on sandbox.transaction (paid_at)
  where paid_at is not null and (settlement_id is null or main_settlement_id is null);
create index transaction_of_settlement on sandbox.transaction (settlement_id);
create index transaction_of_main_settlement on sandbox.transaction (main_settlement_id);

create table sandbox.refund (
  id bigint primary key,
  reference text not null references sandbox.transaction (reference),
  dispute_id bigint,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'processing', 'processed', 'failed', 'needs-attention')),
  customer_note text,
  merchant_note text,
  -- The bank account that a retried refund is paid to.
  account jsonb,
  -- When the status changes next; null when it stays.
  moves_at timestamptz,
  refunded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index refund_transaction on sandbox.refund (reference);
create index refund_moving on sandbox.refund (moves_at) where moves_at is not null;

create table sandbox.dispute (
  id bigint primary key,
  reference text not null references sandbox.transaction (reference),
  refund_amount bigint not null check (refund_amount >= 0),
  category text not null,
  status text not null check (status in ('awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending', 'resolved', 'archived')),
  resolution text check (resolution in ('merchant-accepted', 'auto-accepted', 'declined')),
  due_at timestamptz not null,
  -- The next reminder or the deadline, whichever comes first.
  moves_at timestamptz,
  resolved_at timestamptz,
  evidence jsonb,
  uploaded_filename text,
  message text,
  history jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'resolved') = (resolution is not null))
);
create index dispute_transaction on sandbox.dispute (reference);
create index dispute_moving on sandbox.dispute (moves_at) where moves_at is not null;

create table sandbox.upload (
  file_name text primary key,
  dispute_id bigint not null references sandbox.dispute (id),
  expires_at timestamptz not null,
  content bytea
);
-- Changes of the main account's balance. The running balance is their sum.
create table sandbox.balance_change (
  id bigint generated always as identity (start with 5000000000) primary key,
  difference bigint not null,
  cause text not null check (cause in ('Transaction', 'Refund', 'Dispute', 'Settlement')),
  cause_id bigint,
  reason text not null,
  created_at timestamptz not null
);

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

-- One row per webhook with the exact bytes to send, until the receiver answers 200 or the schedule ends.
create table sandbox.delivery (
  id uuid primary key,
  event text not null,
  reference text not null,
  body text not null,
  attempts integer not null default 0,
  next_at timestamptz,
  delivered_at timestamptz,
  last_response text,
  created_at timestamptz not null
);
create index delivery_due on sandbox.delivery (next_at) where next_at is not null;

-- With a test key the provider resolves at most three accounts of real banks per day.
create table sandbox.resolve_day (
  day date primary key,
  resolves integer not null
);

