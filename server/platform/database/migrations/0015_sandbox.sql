-- The payment sandbox, which plays another company: these tables and ours never refer to each other.
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

create table sandbox.settlement (
  id bigint primary key,
  sub_account_code text references sandbox.sub_account (code),
  status text not null check (status in ('pending', 'processing', 'success', 'failed')),
  total_amount bigint not null,
  effective_amount bigint not null,
  total_fees bigint not null,
  deductions bigint not null,
  settlement_date timestamptz not null,
  created_at timestamptz not null
);

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
  check ((status = 'success') <= (paid_at is not null and fees is not null))
);
create index transaction_settling on sandbox.transaction (settles_at) where settles_at is not null;

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

grant usage on schema sandbox to ajo_app;
grant select, insert, update on all tables in schema sandbox to ajo_app;
