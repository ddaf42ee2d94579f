-- When a backup, a drill or a restore last succeeded, for metrics and alarms (decision 0056).
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
