-- Money. Every row says of which world it is (mode), so that play money can never add to real totals. Rows of money are keyed by
-- campaign first; what must be unique everywhere stands in a small table of its own.

-- A donation as the donor asked for it, written before the provider is asked. What is due never changes; only the course of things does.
create table donation (
  campaign_id text not null,
  id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  reference text not null check (reference ~ '^AJO-[0-9A-F]{32}$'),
  receipt text not null check (length(receipt) = 22),
  owner_uid text not null,
  donor_uid text,
  donor_email_sealed bytea not null,
  -- The same for the same address whatever its case, and says nothing about it.
  donor_key bytea not null check (length(donor_key) = 32),
  donor_name text not null check (length(donor_name) <= 80),
  message text not null check (length(message) <= 500),
  anonymous boolean not null,
  amount_kobo bigint not null check (amount_kobo between 5000 and 1000000000),
  platform_kobo bigint not null check (platform_kobo >= 0),
  quoted_fee_kobo bigint not null check (quoted_fee_kobo >= 0),
  sub_account_code text not null check (sub_account_code <> ''),
  campaign_title text not null,
  campaign_slug text not null,
  state text not null check (
    state in ('created', 'initialized', 'init_unknown', 'refused', 'paid', 'closed_unpaid', 'quarantined')
  ),
  checkout_url text,
  refusal text,
  created_at timestamptz not null,
  -- When the provider was last asked on behalf of somebody who waits.
  asked_at timestamptz,
  next_check_at timestamptz,
  checks integer not null default 0 check (checks >= 0),
  primary key (campaign_id, id)
);
create index donation_received on donation (owner_uid, mode, created_at desc, id desc);
create index donation_given on donation (donor_uid, mode, created_at desc, id desc) where donor_uid is not null;
create index donation_due on donation (next_check_at) where next_check_at is not null;

create table donation_reference (
  reference text primary key,
  campaign_id text not null,
  donation_id uuid not null
);

create table donation_receipt (
  receipt text primary key,
  campaign_id text not null,
  donation_id uuid not null
);

-- One form sent twice is one donation: the key of the form, the fingerprint of what it held, and whoever is at work on it.
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

-- What the provider last said of the donation's payment, in answer to a question of ours.
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
  asked_at timestamptz not null,
  primary key (campaign_id, donation_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);

-- A transaction of the provider pays for one reference, ever.
create table provider_transaction (
  mode text not null,
  transaction_id bigint not null,
  reference text not null,
  primary key (mode, transaction_id)
);

-- The books. One row is one effect with its four legs, and they sum to zero: what left the donor is what reached owner, platform and
-- provider. raised_kobo is what it adds to the campaign's total: a fee that the donor paid on top is no donation.
create table ledger_entry (
  campaign_id text not null,
  effect_key text not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  kind text not null check (kind in ('charge', 'fee')),
  donation_id uuid not null,
  owner_uid text not null,
  transaction_id bigint not null,
  donor_kobo bigint not null,
  owner_kobo bigint not null,
  platform_kobo bigint not null,
  provider_kobo bigint not null,
  raised_kobo bigint not null,
  source text not null check (source in ('webhook', 'return', 'check', 'sweep')),
  at timestamptz not null,
  primary key (campaign_id, effect_key),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id),
  check (donor_kobo + owner_kobo + platform_kobo + provider_kobo = 0),
  check (kind <> 'charge' or (raised_kobo > 0 and raised_kobo <= -donor_kobo and provider_kobo >= 0)),
  check (kind <> 'fee' or (raised_kobo = 0 and donor_kobo = 0 and platform_kobo = 0 and provider_kobo > 0))
);
-- A donation is charged once, whatever the provider calls the transaction.
create unique index ledger_entry_charge on ledger_entry (campaign_id, donation_id) where kind = 'charge';

-- Who gave, for counting heads: a donor counts while at least one gift stands.
create table campaign_donor (
  campaign_id text not null,
  mode text not null,
  donor_key bytea not null,
  gifts integer not null check (gifts >= 0),
  primary key (campaign_id, mode, donor_key)
);
create table owner_donor (
  owner_uid text not null,
  mode text not null,
  donor_key bytea not null,
  gifts integer not null check (gifts >= 0),
  primary key (owner_uid, mode, donor_key)
);
create table platform_donor (
  mode text not null,
  donor_key bytea not null,
  gifts integer not null check (gifts >= 0),
  primary key (mode, donor_key)
);

-- Sums of the entries, at most 16 rows to read however many donations there are: many slots, so that a crowd giving at once does not
-- queue for one row. A donation and whatever comes after it stay in one slot.
create table campaign_total (
  campaign_id text not null,
  mode text not null,
  slot smallint not null check (slot between 0 and 15),
  raised_kobo bigint not null check (raised_kobo >= 0),
  gross_kobo bigint not null check (gross_kobo >= 0),
  returned_kobo bigint not null check (returned_kobo >= 0),
  paid_count integer not null,
  donor_count integer not null,
  primary key (campaign_id, mode, slot),
  check (raised_kobo = gross_kobo - returned_kobo)
) with (fillfactor = 50);
create table owner_total (
  owner_uid text not null,
  mode text not null,
  slot smallint not null check (slot between 0 and 15),
  raised_kobo bigint not null check (raised_kobo >= 0),
  gross_kobo bigint not null check (gross_kobo >= 0),
  returned_kobo bigint not null check (returned_kobo >= 0),
  paid_count integer not null,
  donor_count integer not null,
  primary key (owner_uid, mode, slot),
  check (raised_kobo = gross_kobo - returned_kobo)
) with (fillfactor = 50);
create table platform_total (
  mode text not null,
  slot smallint not null check (slot between 0 and 15),
  raised_kobo bigint not null check (raised_kobo >= 0),
  gross_kobo bigint not null check (gross_kobo >= 0),
  returned_kobo bigint not null check (returned_kobo >= 0),
  paid_count integer not null,
  donor_count integer not null,
  primary key (mode, slot),
  check (raised_kobo = gross_kobo - returned_kobo)
) with (fillfactor = 50);

-- Money that the provider took and that does not match what we asked for: never counted, never dropped, kept for a person to decide.
create table quarantine (
  id uuid primary key,
  mode text not null,
  reference text not null,
  transaction_id bigint not null,
  campaign_id text,
  donation_id uuid,
  reason text not null,
  expected jsonb,
  seen jsonb not null,
  state text not null default 'open' check (state in ('open', 'accepted', 'refunded')),
  created_at timestamptz not null,
  unique (reference, transaction_id, reason)
);

-- What the provider told us, kept before we say that we heard it.
create table webhook_inbox (
  id uuid primary key,
  mode text not null,
  event text not null,
  reference text,
  body_hash bytea not null unique check (length(body_hash) = 32),
  body_sealed bytea not null,
  state text not null check (state in ('received', 'processing', 'done', 'ignored', 'failed')),
  attempts integer not null default 0,
  locked_until timestamptz,
  last_error text,
  received_at timestamptz not null
);
create index webhook_inbox_open on webhook_inbox (received_at) where state in ('received', 'processing', 'failed');

grant select, insert, update on donation, provider_payment, provider_transaction, webhook_inbox, quarantine to ajo_app;
grant select, insert on donation_reference, donation_receipt to ajo_app;
grant select, insert, update, delete on donation_start to ajo_app;
grant select, insert on ledger_entry to ajo_app;
grant select, insert, update on campaign_donor, owner_donor, platform_donor, campaign_total, owner_total, platform_total to ajo_app;
