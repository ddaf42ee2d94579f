-- Donations and what the payment provider reports about their payments. Each row names its mode, so that sandbox money never adds to
-- real totals. Rows are keyed by campaign first; small tables of their own keep what must be unique everywhere.

-- A donation as the donor requested it, written before the provider is asked. The amounts never change.
create table donation (
  campaign_id text not null,
  id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  -- A donation that a transfer made has the provider's reference, because no form gave it ours.
  reference text not null constraint donation_reference_check check (
    reference ~ '^AJO-[0-9A-F]{32}$' or (account_number is not null and reference ~ '^[A-Za-z0-9._=-]{1,64}$')
  ),
  -- The secret in the address of the donor's page.
  access_code text not null check (length(access_code) = 22),
  owner_uid text not null,
  donor_uid text,
  donor_email_sealed bytea not null,
  -- Keyed hash of the lower-case address: equal for equal addresses, reveals nothing about them.
  donor_key bytea not null check (length(donor_key) = 32),
  donor_name text not null check (length(donor_name) <= 80),
  -- Of the mails to a guest. A donor with an account reads the account's language.
  language text not null default 'en',
  message text not null check (length(message) <= 500),
  anonymous boolean not null,
  -- What the donor chose for the public list of supporters. Null: the donor was not asked, so the donation is not listed.
  shows_name boolean,
  hides_amount boolean,
  shows_message boolean,
  -- The donor agreed to emails from the campaign's organiser.
  wants_updates boolean not null default false,
  -- The donor agreed that the organiser sees the address.
  shares_email boolean not null default false,
  amount_kobo bigint not null,
  -- An admin credits what arrived, which is another amount than the form asked for.
  is_amount_accepted boolean not null default false,
  platform_kobo bigint not null check (platform_kobo >= 0),
  quoted_fee_kobo bigint not null check (quoted_fee_kobo >= 0),
  sub_account_code text not null check (sub_account_code <> ''),
  -- How the provider was asked to divide the payment.
  fee_bearer text not null check (fee_bearer in ('subaccount', 'account')),
  transaction_charge_kobo bigint not null check (transaction_charge_kobo >= 0),
  -- The part of transaction_charge_kobo that the organiser pays of what they owe Ajo.
  recovered_kobo bigint not null default 0 check (recovered_kobo between 0 and transaction_charge_kobo),
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
  -- The terms that the donor accepted. Null: a bank transfer, which has no form.
  terms_version text check (length(terms_version) between 1 and 20),
  -- Of the transfer that made the donation, if one did.
  account_number text check (account_number ~ '^[0-9]{10}$'),
  -- The code under which the donor came, or poster, card or embed. Null: none.
  source text check (source ~ '^(poster|card|embed|[bcdfghjkmnpqrstvwxyz2-9]{8})$'),
  -- When the donation was put on the list.
  listed_at timestamptz,
  -- The donation that began the monthly ones: itself, where the donor chose to give every month. Null: given once.
  monthly_id uuid,
  -- The first day of the month for which the server started the donation. Null: the donor paid on the checkout page.
  monthly_month date check (
    monthly_month is null or (monthly_id is not null and monthly_month = date_trunc('month', monthly_month))
  ),
  -- Digest of who gave, on which terms, and what is shown. A trigger writes it, and the check compares it.
  seal bytea,
  primary key (campaign_id, id),
  constraint donation_amount_check check (
    amount_kobo between 5000 and 1000000000 or (is_amount_accepted and amount_kobo > 0)
  )
) /* partitions of donation */;
create index donation_id on donation (id);
-- Nothing is charged twice in a month.
create unique index donation_of_month on donation (campaign_id, monthly_id, monthly_month) where monthly_id is not null;
create index donation_received on donation (owner_uid, mode, created_at desc, id desc);
-- The organiser sees who gave most.
create index donation_largest on donation (owner_uid, mode, amount_kobo desc, id desc) where state = 'paid';
create index donation_given on donation (donor_uid, mode, created_at desc, id desc) where donor_uid is not null;
create index donation_due on donation (next_check_at) where next_check_at is not null;
create index donation_receipt_due on donation (created_at) where receipt_due;
-- For the nightly comparison with the provider, day by day.
create index donation_created_at on donation (mode, created_at);
-- A guest's list of donations, those that an account with the same address may claim, and all of a donor for admins.
create index donation_donor_key on donation (donor_key, created_at desc, id desc);
-- Admins search donations by the donor's name, the campaign's title and the amount.
create index donation_donor_name on donation using gin (lower(donor_name) gin_trgm_ops);
create index donation_amount on donation (mode, amount_kobo, created_at desc);
-- The organiser's list reads a page of the newest paid donations; without this index it sorted all donations of the campaign.
create index donation_of_campaign on donation (campaign_id, mode, created_at desc, id desc) where state = 'paid';
-- What checkouts that are open will recover of the organiser's debt.
create index donation_recovering on donation (campaign_id, created_at)
  where recovered_kobo > 0 and state in ('created', 'initialized', 'init_unknown');
create index donation_by_source on donation (campaign_id, source) where source is not null;
create index donation_to_list on donation (campaign_id, id)
  where state = 'paid' and shows_name is not null and listed_at is null;
create trigger donation_of_deleted_campaign before insert on donation
  for each row execute function refuse_deleted_campaign();
create function seal_of_donation(given donation) returns bytea language sql stable
  return sha256(convert_to(row(
    given.reference, given.access_code, given.owner_uid, given.donor_uid, encode(given.donor_key, 'hex'), given.donor_name,
    given.message, given.anonymous, given.shows_name, given.hides_amount, given.shows_message, given.shares_email,
    given.amount_kobo, given.platform_kobo, given.fee_bearer, given.transaction_charge_kobo, given.recovered_kobo, given.sub_account_code)::text, 'UTF8'));
create function seal_donation() returns trigger language plpgsql as $$
begin
  new.seal := seal_of_donation(new);
  return new;
end $$;
create trigger seal_donation before insert or update of
  reference, access_code, owner_uid, donor_uid, donor_key, donor_name, message, anonymous, shows_name, hides_amount, shows_message,
  shares_email, amount_kobo, platform_kobo, fee_bearer, transaction_charge_kobo, recovered_kobo, sub_account_code on donation
  for each row execute function seal_donation();

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

-- What is given every month, while it is. The donor, the amount and the address are those of the donation that began it.
create table monthly_donation (
  campaign_id text not null,
  -- The donation that began it.
  id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  -- The code with which the provider charges the card.
  authorisation_sealed bytea not null,
  -- The day of the month on which it began. Shorter months are charged on their last day.
  day smallint not null check (day between 1 and 31),
  next_on date not null,
  -- The donor was mailed that next_on is the day.
  is_announced boolean not null default false,
  primary key (campaign_id, id)
);
create index monthly_donation_due on monthly_donation (mode, next_on);
grant select, insert, update, delete on monthly_donation to ajo_app;

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
  begun_at timestamptz not null,
  -- Donors who proved their email address with a mailed code say nothing about their network or campaign.
  is_proven boolean not null default false
);
create index checkout_attempt_network on checkout_attempt (network_key, begun_at);
create index checkout_attempt_campaign on checkout_attempt (campaign_key, begun_at);
create index checkout_attempt_begun_at on checkout_attempt (begun_at);

-- Donors' addresses that their owner confirmed, with a link in a mail or with an account. Organisers' messages go to no others. The
-- key is that of the donation: equal for equal addresses, reveals nothing about them.
create table confirmed_donor_address (
  donor_key bytea primary key check (length(donor_key) = 32),
  at timestamptz not null
);
grant select, insert, delete on confirmed_donor_address to ajo_app;

-- Webhooks are stored before they are answered.
create table webhook_inbox (
  id uuid primary key,
  mode text not null,
  event text not null,
  reference text,
  dispute_id bigint,
  body_hash bytea not null unique check (length(body_hash) = 32),
  state text not null check (state in ('received', 'processing', 'done', 'ignored', 'failed')),
  attempts integer not null default 0,
  locked_until timestamptz,
  last_error text,
  received_at timestamptz not null,
  -- A webhook that failed is tried again at this time, with growing delays.
  next_attempt_at timestamptz,
  -- What the webhook says without the donor and the card. The body is not kept.
  facts jsonb not null check (jsonb_typeof(facts) = 'object')
);
create index webhook_inbox_open on webhook_inbox (received_at) where state in ('received', 'processing', 'failed');
create index webhook_inbox_newest on webhook_inbox (received_at desc, id desc);
create index webhook_inbox_reference on webhook_inbox (reference) where reference is not null;

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
  -- The provider's split: its fee, the main account's part, the sub-account's part.
  split_provider_kobo bigint,
  split_main_kobo bigint,
  split_sub_account_kobo bigint,
  primary key (campaign_id, donation_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id),
  constraint provider_payment_split_check check (
    num_nonnulls(split_provider_kobo, split_main_kobo, split_sub_account_kobo) in (0, 3)
  )
) /* partitions of provider_payment */;
create index provider_payment_transaction on provider_payment (mode, transaction_id);
create index provider_payment_reversed on provider_payment (reversed_since) where reversed_since is not null;

-- A transaction of the provider pays for one reference and never for another.
create table provider_transaction (
  mode text not null,
  transaction_id bigint not null,
  reference text not null,
  primary key (mode, transaction_id)
);

-- Account numbers of campaigns: a bank transfer to one becomes a donation without a form.
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

grant select, insert on donation_reference, donation_access_code to ajo_app;
grant select, insert, update on donation, provider_payment, provider_transaction, received_transfer to ajo_app;
grant select, insert, update, delete on
  donation_start, checkout_attempt, webhook_inbox, campaign_account_number, account_number_request, account_number_payee to ajo_app;
