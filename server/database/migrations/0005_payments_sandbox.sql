-- What the payment sandbox knows. It plays a company outside of ours: nothing here refers to our tables, and no table of ours to these.
create schema sandbox;

-- The one merchant account. The key is made at the first start and shared by every process.
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

-- `attempt` is the test card whose steps (PIN, phone, OTP, bank page) are being answered. Card numbers are never stored.
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
  attempt jsonb,
  attempts integer not null default 0,
  errors integer not null default 0,
  history jsonb not null default '[]',
  opened_at timestamptz,
  paid_at timestamptz,
  created_at timestamptz not null,
  check ((status = 'success') <= (paid_at is not null and fees is not null))
);

-- One row per webhook, kept with the exact bytes to send, until the other side says 200 or the schedule ends.
create table sandbox.delivery (
  id uuid primary key,
  event text not null,
  reference text not null,
  body text not null,
  attempts integer not null default 0,
  next_at timestamptz,
  delivered_at timestamptz,
  last_answer text,
  created_at timestamptz not null
);

create index delivery_due on sandbox.delivery (next_at) where next_at is not null;

-- With a test key only three accounts of real banks may be looked up in a day.
create table sandbox.resolve_day (
  day date primary key,
  resolves integer not null
);

grant usage on schema sandbox to ajo_app;
grant select, insert, update on all tables in schema sandbox to ajo_app;
