-- Who asked for money to be sent back, and what came of it. Written before the provider is asked: what is asked for is taken from what
-- is left of the gift, so that many who ask at once never ask for more.
create table refund_request (
  campaign_id text not null,
  id uuid not null,
  donation_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  key_hash bytea not null check (length(key_hash) = 32),
  body_hash bytea not null check (length(body_hash) = 32),
  asked_by text not null check (asked_by in ('owner', 'admin', 'donor')),
  asked_uid text,
  amount_kobo bigint not null check (amount_kobo > 0),
  reason text not null check (length(reason) <= 500),
  state text not null check (state in ('waiting', 'queued', 'refused')),
  refund_id bigint,
  refusal text,
  created_at timestamptz not null,
  claimed_until timestamptz not null,
  primary key (campaign_id, id),
  unique (campaign_id, donation_id, key_hash),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id),
  check ((state = 'queued') = (refund_id is not null))
);
create index refund_request_waiting on refund_request (claimed_until) where state = 'waiting';
create unique index refund_request_refund on refund_request (campaign_id, mode, refund_id) where refund_id is not null;

create index donation_id on donation (id);

grant select, insert, update on refund_request to ajo_app;
-- For the nightly comparison with the provider, day by day.
create index donation_created_at on donation (mode, created_at);
