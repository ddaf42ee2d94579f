-- Donations and what the payment provider reports about their payments. Each row names its mode, so that sandbox money never adds to
-- real totals. Rows are keyed by campaign first; small tables of their own keep what must be unique everywhere.

-- A donation as the donor requested it, written before the provider is asked. The amounts never change.
create table donation (
  campaign_id text not null,
  id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  reference text not null check (reference ~ '^AJO-[0-9A-F]{32}$'),
  -- The secret in the address of the donor's page.
  access_code text not null check (length(access_code) = 22),
  owner_uid text not null,
  donor_uid text,
  donor_email_sealed bytea not null,
  -- Keyed hash of the lower-case address: equal for equal addresses, reveals nothing about them.
  donor_key bytea not null check (length(donor_key) = 32),
  donor_name text not null check (length(donor_name) <= 80),
  message text not null check (length(message) <= 500),
  anonymous boolean not null,
  -- The donor agreed to emails from the campaign's organiser.
  wants_updates boolean not null default false,
  amount_kobo bigint not null check (amount_kobo between 5000 and 1000000000),
  platform_kobo bigint not null check (platform_kobo >= 0),
  quoted_fee_kobo bigint not null check (quoted_fee_kobo >= 0),
  sub_account_code text not null check (sub_account_code <> ''),
  campaign_title text not null,
  campaign_slug text not null,
  -- The campaign's end date when the donation began.
  campaign_end date,
  state text not null check (
    state in ('created', 'initialized', 'init_unknown', 'refused', 'paid', 'closed_unpaid', 'quarantined')
  ),
  -- The payment arrived after campaign_end. It is counted all the same.
  paid_after_end boolean not null default false,
  -- Set by the statement that books the payment, cleared by the transaction that queues the receipt mail: one mail per donation.
  receipt_due boolean not null default false,
  checkout_url text,
  refusal text,
  created_at timestamptz not null,
  -- When the provider was last asked because the donor waits on the page.
  asked_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0 check (checks >= 0),
  primary key (campaign_id, id)
);
create index donation_id on donation (id);
create index donation_received on donation (owner_uid, mode, created_at desc, id desc);
create index donation_given on donation (donor_uid, mode, created_at desc, id desc) where donor_uid is not null;
create index donation_due on donation (next_check_at) where next_check_at is not null;
create index donation_receipt_due on donation (created_at) where receipt_due;
-- For the nightly comparison with the provider, day by day.
create index donation_created_at on donation (mode, created_at);

create table donation_reference (
  reference text primary key,
  campaign_id text not null,
  donation_id uuid not null
);

create table donation_access_code (
  access_code text primary key,
  campaign_id text not null,
  donation_id uuid not null
);

-- Makes starting a donation idempotent: the form's key, the hash of its values, and the claim of the request that works on it.
create table donation_start (
  campaign_id text not null,
  key_hash bytea not null check (length(key_hash) = 32),
  body_hash bytea not null check (length(body_hash) = 32),
  donation_id uuid not null,
  claimed_until timestamptz not null,
  created_at timestamptz not null,
  primary key (campaign_id, key_hash)
);
create index donation_start_created_at on donation_start (created_at);

-- The donations begun within the last day, to tell donors from card testing. The keys are those of rate_limit_counter: neither networks
-- nor addresses can be read from them.
create table checkout_attempt (
  -- The donation's access code, or a random id until there is one.
  id text primary key check (length(id) between 22 and 40),
  network_key bytea not null check (length(network_key) = 16),
  -- Null: the form had no valid address.
  email_key bytea check (length(email_key) = 16),
  campaign_key bytea not null check (length(campaign_key) = 16),
  begun_at timestamptz not null
);
create index checkout_attempt_network on checkout_attempt (network_key, begun_at);
create index checkout_attempt_campaign on checkout_attempt (campaign_key, begun_at);
create index checkout_attempt_begun_at on checkout_attempt (begun_at);

-- Webhooks are stored before they are answered.
create table webhook_inbox (
  id uuid primary key,
  mode text not null,
  event text not null,
  reference text,
  dispute_id bigint,
  body_hash bytea not null unique check (length(body_hash) = 32),
  body_sealed bytea not null,
  state text not null check (state in ('received', 'processing', 'done', 'ignored', 'failed')),
  attempts integer not null default 0,
  locked_until timestamptz,
  last_error text,
  received_at timestamptz not null
);
create index webhook_inbox_open on webhook_inbox (received_at) where state in ('received', 'processing', 'failed');
create index webhook_inbox_newest on webhook_inbox (received_at desc, id desc);

-- The provider's last answer about the donation's payment.
create table provider_payment (
  campaign_id text not null,
  donation_id uuid not null,
  mode text not null,
  transaction_id bigint not null,
  status text not null,
  amount_kobo bigint not null,
  requested_kobo bigint not null,
  fees_kobo bigint,
  currency text not null,
  sub_account_code text,
  channel text,
  paid_at timestamptz,
  reversed_since timestamptz,
  asked_at timestamptz not null,
  primary key (campaign_id, donation_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
create index provider_payment_transaction on provider_payment (mode, transaction_id);
create index provider_payment_reversed on provider_payment (reversed_since) where reversed_since is not null;

-- A transaction of the provider pays for one reference and never for another.
create table provider_transaction (
  mode text not null,
  transaction_id bigint not null,
  reference text not null,
  primary key (mode, transaction_id)
);

grant select, insert, update on donation, webhook_inbox, provider_payment, provider_transaction to ajo_app;
grant select, insert on donation_reference, donation_access_code to ajo_app;
grant select, insert, update, delete on donation_start, checkout_attempt to ajo_app;
