-- How often an action was tried within a period. The key is a keyed hash: neither networks nor addresses can be read from it.
create table rate_limit_counter (
  key bytea primary key check (length(key) = 16),
  count integer not null check (count >= 0),
  ends_at timestamptz not null
);
create index rate_limit_counter_ends_at on rate_limit_counter (ends_at);

-- Append-only log of what admins did, and why.
create table audit_log (
  id uuid primary key,
  uid text not null,
  action text not null check (length(action) between 1 and 40),
  subject text not null,
  reason text not null check (length(reason) <= 500),
  at timestamptz not null
);
create index audit_log_at on audit_log (at);
create index audit_log_of_person on audit_log (uid, at);
grant select, insert on audit_log to ajo_app;
create trigger audit_decision after insert on audit_log for each row execute function record_decision('uid', 'action');

-- Alarms whose condition holds, so that of several processes one tells about each.
create table alarm (
  name text primary key,
  since timestamptz not null,
  -- When the admin's mail was enqueued and when the webhook accepted it.
  mailed_at timestamptz,
  posted_at timestamptz
);

-- When a backup, a drill or a restore last succeeded, for metrics and alarms.
create table backup_run (
  id uuid primary key,
  kind text not null check (kind in ('backup', 'drill', 'restore')),
  -- The backup that was made or restored.
  name text not null,
  started_at timestamptz not null,
  finished_at timestamptz not null,
  bytes bigint not null check (bytes >= 0),
  rows bigint not null check (rows >= 0)
);
create index backup_run_kind on backup_run (kind, finished_at desc);
grant select on backup_run to ajo_app;

-- Refusals of a hosted service that only a person can end, for metrics and alarms.
create table provider_fault (
  service text not null,
  fault text not null,
  last_at timestamptz not null,
  primary key (service, fault)
);

-- How much of the quotas of hosted services all processes have used, by the hour.
create table quota_use (
  quota text not null,
  hour timestamptz not null,
  used bigint not null check (used > 0),
  primary key (quota, hour)
);

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

-- Records that the sample data was inserted, so that it does not come back after a person deleted some of it.
create table sample_data (
  id integer primary key check (id = 1),
  begun_at timestamptz not null,
  finished_at timestamptz
);

grant select, insert, update on provider_fault, quota_use, unnamed_proxy, sample_data to ajo_app;
grant select, insert, update, delete on rate_limit_counter, alarm to ajo_app;
