-- One row per refund with its state. server/money/refunds/refund-transitions.ts holds the transitions.
create table refund (
  campaign_id text not null,
  -- Sent to the provider in its merchant_note, by which the refund is found again when a response was lost.
  id uuid not null,
  donation_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  key_hash bytea not null check (length(key_hash) = 32),
  body_hash bytea not null check (length(body_hash) = 32),
  requested_by text not null check (requested_by in ('owner', 'admin', 'donor')),
  requested_by_uid text,
  cause text not null check (cause in ('request', 'cancellation')),
  amount_kobo bigint not null check (amount_kobo > 0),
  -- The provider's fee that a donor who regrets does not get back.
  withheld_fee_kobo bigint not null default 0 check (withheld_fee_kobo >= 0),
  reason text not null check (length(reason) <= 500),
  state text not null check (
    state in ('requested', 'held', 'sent', 'known', 'needs-attention', 'failed', 'processed', 'given-up')),
  -- Above a sum an admin agrees who neither requested the refund nor has a conflict of interest.
  needs_second boolean not null default false,
  agreed_by text check (agreed_by <> requested_by_uid),
  -- Why the refund is held, failed, in doubt or given up.
  problem text,
  -- What the provider said when it refused.
  refusal text,
  refund_id bigint,
  -- Calls that may have made a refund at the provider, and those that failed.
  attempts integer not null default 0 check (attempts >= 0),
  failures integer not null default 0 check (failures >= 0),
  -- How often in a row the provider denied a refund that it had accepted.
  misses integer not null default 0 check (misses >= 0),
  -- All times of this table but created_at are the database's, because the clocks of processes differ.
  sent_at timestamptz,
  next_attempt_at timestamptz,
  -- Only the process that holds the token may write. It renews the lease while it waits for the provider.
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null default now(),
  primary key (campaign_id, id),
  unique (campaign_id, donation_id, key_hash),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id),
  -- Nothing that is open is without a next time.
  check ((state in ('processed', 'given-up')) = (next_attempt_at is null)),
  check ((lease_token is null) = (lease_until is null)),
  check (state not in ('known', 'needs-attention', 'processed') or refund_id is not null),
  check (state not in ('held', 'failed', 'given-up') or problem is not null)
);
-- At most one call per payment is under way or in doubt.
create unique index refund_in_flight on refund (campaign_id, donation_id) where state = 'sent';
-- For the sum of what is returned and not booked yet.
create index refund_open on refund (mode) where state in ('sent', 'known', 'needs-attention');
create unique index refund_at_provider on refund (campaign_id, mode, refund_id) where refund_id is not null;
create index refund_due on refund (next_attempt_at, id) where next_attempt_at is not null;
create index refund_given_up on refund (changed_at) where state = 'given-up';
create index refund_of_donor on refund (created_at) where requested_by = 'donor';
create index refund_donation on refund (campaign_id, donation_id);
create index refund_of_admin on refund (created_at) where requested_by = 'admin' and cause = 'request';
create index refund_of_campaign on refund (campaign_id, created_at) where requested_by = 'owner' and cause = 'request';
create index refund_of_person on refund (requested_by_uid) where requested_by_uid is not null;
create trigger refund_decision after insert or update of state, requested_by, requested_by_uid, amount_kobo, agreed_by on refund
  for each row execute function record_decision(
    'donation_id', 'requested_by', 'requested_by_uid', 'cause', 'amount_kobo', 'withheld_fee_kobo', 'state', 'needs_second', 'agreed_by');

-- When a refund entered each of its states, for the people who follow it. The trigger records every change, so that no code path can leave one out.
create table refund_step (
  id bigint generated always as identity primary key,
  campaign_id text not null,
  refund_id uuid not null,
  state text not null,
  at timestamptz not null,
  foreign key (campaign_id, refund_id) references refund (campaign_id, id)
);
create index refund_step_refund on refund_step (campaign_id, refund_id, id);
grant select, insert on refund_step to ajo_app;

create function record_refund_step() returns trigger language plpgsql as $$
begin
  insert into refund_step (campaign_id, refund_id, state, at) values (new.campaign_id, new.id, new.state, clock_timestamp());
  return null;
end $$;
create trigger refund_step_of_new after insert on refund for each row execute function record_refund_step();
create trigger refund_step_of_change after update of state on refund
  for each row when (old.state is distinct from new.state) execute function record_refund_step();

-- All processes share the pace of calls about refunds. One process at a time sends those that are due.
create table refund_pace (
  mode text primary key check (mode in ('sandbox', 'test', 'live')),
  next_at timestamptz not null,
  run_token uuid,
  run_until timestamptz
);

-- The bank account that a donor named when the provider could not refund to the card. Deleted when the refund is final.
create table refund_bank_account (
  campaign_id text not null,
  refund_id uuid not null,
  link_hash bytea not null unique check (length(link_hash) = 32),
  link_expires_at timestamptz not null,
  links integer not null default 1,
  bank_id integer,
  account_number_sealed bytea,
  primary key (campaign_id, refund_id),
  foreign key (campaign_id, refund_id) references refund (campaign_id, id),
  check ((bank_id is null) = (account_number_sealed is null))
);

-- As the provider reported them. Without a donation they are of a payment that is none, in the campaign that has its entries.
create table provider_refund (
  campaign_id text not null,
  refund_id bigint not null,
  mode text not null,
  donation_id uuid,
  transaction_id bigint not null,
  -- The refund pays a lost dispute and is not counted a second time.
  dispute_id bigint,
  amount_kobo bigint not null check (amount_kobo >= 0),
  currency text not null,
  status text not null,
  created_at timestamptz,
  asked_at timestamptz not null,
  merchant_note text,
  -- What the provider has taken back from us for the refund so far.
  deducted_kobo bigint,
  refunded_at timestamptz,
  primary key (campaign_id, mode, refund_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
create index provider_refund_transaction on provider_refund (mode, transaction_id);
create index provider_refund_donation on provider_refund (campaign_id, donation_id);
create index provider_refund_open on provider_refund (campaign_id, donation_id) where status not in ('processed', 'failed');
create index provider_refund_failed on provider_refund (campaign_id, mode, refund_id) where status = 'failed';

create table provider_dispute (
  campaign_id text not null,
  dispute_id bigint not null,
  mode text not null,
  donation_id uuid,
  transaction_id bigint,
  -- Null: the whole payment, until the provider names an amount.
  refund_kobo bigint check (refund_kobo >= 0),
  status text not null,
  resolution text,
  category text,
  due_at timestamptz,
  resolved_at timestamptz,
  asked_at timestamptz not null,
  primary key (campaign_id, mode, dispute_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
create index provider_dispute_transaction on provider_dispute (mode, transaction_id);
create index provider_dispute_donation on provider_dispute (campaign_id, donation_id);
create index provider_dispute_open on provider_dispute (due_at) where status not in ('resolved', 'archived');
create index provider_dispute_number on provider_dispute (mode, dispute_id);

-- What staff answered to disputes of donors' banks.
create table dispute_answer (
  campaign_id text not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  dispute_id bigint not null,
  donation_id uuid not null,
  -- A bank can take a dispute up again, which then needs another answer.
  number integer not null check (number > 0),
  kind text not null check (kind in ('accept', 'decline')),
  message text not null check (length(message) <= 2000),
  -- Of an acceptance.
  refund_kobo bigint check (refund_kobo > 0),
  -- Stored before the provider is called. 'sending' is sent again until the provider answers.
  state text not null check (state in ('sending', 'sent', 'refused', 'too-late')),
  -- The provider's words.
  refusal text,
  file_name text,
  evidence_id bigint,
  actor_uid text not null,
  created_at timestamptz not null,
  -- Another process sends it until then.
  leased_until timestamptz,
  answered_at timestamptz,
  primary key (campaign_id, mode, dispute_id, number),
  check ((kind = 'accept') = (refund_kobo is not null)),
  check ((state = 'sending') = (answered_at is null))
);
create unique index dispute_answer_sending on dispute_answer (campaign_id, mode, dispute_id) where state = 'sending';

grant select, insert, update on refund, refund_pace, provider_refund, provider_dispute to ajo_app;
grant select, insert, update, delete on refund_bank_account, dispute_answer to ajo_app;
