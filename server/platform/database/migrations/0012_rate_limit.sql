-- How often an action was tried within a period. The key is a keyed hash: neither networks nor addresses can be read from it.
create table rate_limit_counter (
  key bytea primary key check (length(key) = 16),
  count integer not null check (count > 0),
  ends_at timestamptz not null
);
create index rate_limit_counter_ends_at on rate_limit_counter (ends_at);

grant select, insert, update, delete on rate_limit_counter to ajo_app;
