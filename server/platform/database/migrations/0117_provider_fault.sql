-- Refusals of a hosted service that only a person can end, for metrics and alarms (decision 0083).
create table provider_fault (
  service text not null,
  fault text not null,
  last_at timestamptz not null,
  primary key (service, fault)
);
grant select, insert, update on provider_fault to ajo_app;
