-- How often something was tried within a span of time, by whom or on what. Only a hash of that is kept: addresses of networks and mailboxes
-- have no business here.
create table attempt_count (
  key bytea primary key check (length(key) = 16),
  count integer not null check (count > 0),
  ends_at timestamptz not null
);
create index attempt_count_ends_at on attempt_count (ends_at);

grant select, insert, update, delete on attempt_count to ajo_app;
