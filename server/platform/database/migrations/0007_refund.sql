-- Refunds and disputes, as we requested them and as the provider reports them.

-- Written before the provider is asked. The amount is taken from what is left of the donation, so that simultaneous requests never
-- exceed it.
create table refund_request (
  campaign_id text not null,
  id uuid not null,
  donation_id uuid not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  key_hash bytea not null check (length(key_hash) = 32),
  body_hash bytea not null check (length(body_hash) = 32),
  requested_by text not null check (requested_by in ('owner', 'admin', 'donor')),
  requested_by_uid text,
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

create table provider_refund (
  campaign_id text not null,
  refund_id bigint not null,
  mode text not null,
  donation_id uuid not null,
  transaction_id bigint not null,
  -- The refund pays a lost dispute and is not counted a second time.
  dispute_id bigint,
  amount_kobo bigint not null check (amount_kobo >= 0),
  currency text not null,
  status text not null,
  created_at timestamptz,
  asked_at timestamptz not null,
  primary key (campaign_id, mode, refund_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
create index provider_refund_donation on provider_refund (campaign_id, donation_id);
create index provider_refund_open on provider_refund (campaign_id, donation_id) where status not in ('processed', 'failed');

create table provider_dispute (
  campaign_id text not null,
  dispute_id bigint not null,
  mode text not null,
  donation_id uuid not null,
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
create index provider_dispute_donation on provider_dispute (campaign_id, donation_id);
create index provider_dispute_open on provider_dispute (due_at) where status not in ('resolved', 'archived');
create index provider_dispute_number on provider_dispute (mode, dispute_id);

grant select, insert, update on refund_request, provider_refund, provider_dispute to ajo_app;
