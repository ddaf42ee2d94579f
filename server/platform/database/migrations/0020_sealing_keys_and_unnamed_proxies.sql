-- The key of the fingerprints, sealed. It stays the same when the sealing secret changes, so that stored fingerprints stay comparable. A
-- secret that does not open it does not belong to this database, and the server does not start.
create table sealing_canary (
  id integer primary key check (id = 1),
  key_sealed bytea not null,
  created_at timestamptz not null default clock_timestamp()
);
grant select, insert, update (key_sealed) on sealing_canary to ajo_app;

-- The last peer outside of TRUSTED_PROXIES whose requests carried a header of a proxy.
create table unnamed_proxy (
  id integer primary key check (id = 1),
  peer_address text not null,
  header text not null,
  requests bigint not null check (requests > 0),
  reported_at timestamptz not null
);
grant select, insert, update on unnamed_proxy to ajo_app;

-- `npm run reseal` and the doctor find values that an older secret has sealed by their first five bytes: version and key id.
grant update (account_number_sealed) on campaign, campaign_pending_change to ajo_app;
grant update (refresh_token_sealed) on hosted_account to ajo_app;
grant update (secret_sealed) on two_factor to ajo_app;
grant update (donor_email_sealed) on donation to ajo_app;
grant update (body_sealed) on webhook_inbox to ajo_app;
