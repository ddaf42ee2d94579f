-- One row per refund with its state, in place of refund_request. server/money/refunds/refund-transitions.ts holds the transitions.

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

-- Refunds of a cancelled campaign that were refused were requested again every hour. The newest stands for all of them, under the key of
-- the first, and is sent again unless another one took its place.
with request as (
  select *, requested_by = 'admin' and exists (
      select from campaign_history
      where campaign_history.campaign_id = refund_request.campaign_id and event = 'cancel' and at <= refund_request.created_at)
      as is_cancellation
  from refund_request),
refused as (
  select campaign_id, donation_id, (array_agg(id order by created_at desc, id))[1] as id,
    (array_agg(key_hash order by created_at, id))[1] as first_key, count(*) as attempts
  from request where is_cancellation and state = 'refused' group by campaign_id, donation_id)
insert into refund (
  campaign_id, id, donation_id, mode, key_hash, body_hash, requested_by, requested_by_uid, cause, amount_kobo, reason, state, problem,
  refusal, refund_id, attempts, failures, sent_at, next_attempt_at, created_at, changed_at)
select campaign_id, request.id, donation_id, mode, coalesce(first_key, key_hash), body_hash, requested_by, requested_by_uid,
  case when is_cancellation then 'cancellation' else 'request' end, amount_kobo, reason, next.state,
  case when request.state = 'refused' then 'refused' end, refusal, refund_id, coalesce(attempts, 1),
  case when request.state = 'refused' then 1 else 0 end, created_at,
  -- A waiting one may have reached the provider, which is asked before it is sent again, and whose lists need time to show it.
  case next.state when 'given-up' then null when 'requested' then now() + interval '5 minutes' else now() end, created_at, now()
from request
left join refused using (campaign_id, donation_id, id)
cross join lateral (
  select case when request.state = 'waiting' or first_key is not null then 'requested' when request.state = 'queued' then 'known'
    else 'given-up' end as state) next
where request.state <> 'refused' or not is_cancellation
  or (first_key is not null and not exists (
    select from request other
    where other.campaign_id = request.campaign_id and other.donation_id = request.donation_id and other.is_cancellation
      and other.state <> 'refused'));
drop table refund_request;

-- At most one call per payment is under way or in doubt.
create unique index refund_in_flight on refund (campaign_id, donation_id) where state = 'sent';
create unique index refund_at_provider on refund (campaign_id, mode, refund_id) where refund_id is not null;
create index refund_due on refund (next_attempt_at, id) where next_attempt_at is not null;
create index refund_given_up on refund (changed_at) where state = 'given-up';
create index refund_of_donor on refund (created_at) where requested_by = 'donor';
create index provider_refund_failed on provider_refund (campaign_id, mode, refund_id) where status = 'failed';

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

grant select, insert, update on refund, refund_pace to ajo_app;
grant select, insert, update, delete on refund_bank_account to ajo_app;
