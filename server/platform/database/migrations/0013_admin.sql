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

grant select, insert on audit_log to ajo_app;
