-- Who began which donation within the last day, to tell donors from those who try out stolen cards. Each is known by the key under which
-- attempt_count shuts them out: neither networks nor addresses can be read from it.
create table checkout_attempt (
  -- The receipt's code; a name of its own until there is a receipt.
  id text primary key check (length(id) between 22 and 40),
  network_key bytea not null check (length(network_key) = 16),
  -- Null: the form had no address that any route would take.
  email_key bytea check (length(email_key) = 16),
  campaign_key bytea not null check (length(campaign_key) = 16),
  begun_at timestamptz not null
);
create index checkout_attempt_network on checkout_attempt (network_key, begun_at);
create index checkout_attempt_campaign on checkout_attempt (campaign_key, begun_at);
create index checkout_attempt_begun_at on checkout_attempt (begun_at);

grant select, insert, update, delete on checkout_attempt to ajo_app;
