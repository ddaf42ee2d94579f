-- One change of a hosted campaign at a time. A claim replaces a transaction, which would hold a connection during calls to the store.
create table campaign_claim (
  campaign_id text primary key,
  token uuid not null,
  claimed_until timestamptz not null
);

grant select, insert, update, delete on campaign_claim to ajo_app;
