-- Account numbers of campaigns: a bank transfer to one becomes a donation without a form (decision 0052).

create table campaign_account_number (
  id bigint generated always as identity primary key,
  campaign_id text not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  provider_id bigint not null,
  customer_code text not null,
  number text not null check (number ~ '^[0-9]{10}$'),
  bank_name text not null,
  account_name text not null,
  -- Where the provider pays transfers out to now.
  sub_account_code text not null,
  assigned_at timestamptz not null,
  -- When the provider was asked to take it back. A transfer that arrives all the same still finds the campaign.
  closed_at timestamptz
);
create unique index campaign_account_number_open on campaign_account_number (campaign_id, mode) where closed_at is null;
-- The provider reuses numbers, so a number is found together with the customer it was assigned to.
create unique index campaign_account_number_customer on campaign_account_number (mode, number, customer_code, provider_id);

-- When the provider was last asked for a number, and why it refused.
create table account_number_request (
  campaign_id text not null,
  mode text not null,
  asked_at timestamptz not null,
  refusal text check (length(refusal) <= 500),
  -- The provider grants no account numbers to this business.
  is_unavailable boolean not null default false,
  primary key (campaign_id, mode)
);
create index account_number_request_unavailable on account_number_request (mode, asked_at) where is_unavailable;

-- Every sub-account that transfers to the campaign's number were ever paid out to.
create table account_number_payee (
  campaign_id text not null,
  mode text not null,
  sub_account_code text not null,
  since timestamptz not null,
  primary key (campaign_id, mode, sub_account_code)
);

-- A donation that a transfer made has the provider's reference, because no form gave it ours.
alter table donation
  add column account_number text check (account_number ~ '^[0-9]{10}$'),
  drop constraint donation_reference_check,
  add constraint donation_reference_check check (
    reference ~ '^AJO-[0-9A-F]{32}$' or (account_number is not null and reference ~ '^[A-Za-z0-9._=-]{1,64}$'));

-- What is known of a transfer beside its donation.
create table received_transfer (
  campaign_id text not null,
  donation_id uuid not null,
  mode text not null,
  -- The banks' number of the transfer, where the provider names it: a transfer that it reports twice counts once.
  session_id text,
  -- The last digits of the sender's account, by which the sender claims the receipt. Empty once claimed or erased.
  sender_digits text not null default '' check (sender_digits ~ '^[0-9]{0,4}$'),
  received_at timestamptz not null,
  claimed_at timestamptz,
  primary key (campaign_id, donation_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
create unique index received_transfer_session on received_transfer (mode, session_id) where session_id is not null;
create index received_transfer_received_at on received_transfer (received_at) where sender_digits <> '';
create index received_transfer_unclaimed on received_transfer (campaign_id, sender_digits) where claimed_at is null;

grant select, insert, update, delete on campaign_account_number, account_number_request, account_number_payee to ajo_app;
grant select, insert, update on received_transfer to ajo_app;

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
alter table sandbox.transaction
  -- The transfer that paid it, or the way to pay that was chosen: sender, accounts, session.
  add column transfer jsonb,
  add column split_code text references sandbox.split (code);
grant select, insert, update on sandbox.customer, sandbox.split, sandbox.dedicated_account to ajo_app;
