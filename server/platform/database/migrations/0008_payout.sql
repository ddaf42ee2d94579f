-- Settlements: the provider's transfers to bank accounts, and the donations in each.
create table provider_settlement (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  settlement_id bigint not null,
  status text not null,
  currency text not null,
  total_kobo bigint not null,
  effective_kobo bigint not null,
  fees_kobo bigint not null,
  settled_at timestamptz,
  asked_at timestamptz not null,
  -- False until all its payments were read.
  is_read boolean not null default false,
  primary key (mode, settlement_id)
);

create table donation_settlement (
  campaign_id text not null,
  donation_id uuid not null,
  mode text not null,
  settlement_id bigint not null,
  primary key (campaign_id, donation_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);

grant select, insert, update on provider_settlement, donation_settlement to ajo_app;
