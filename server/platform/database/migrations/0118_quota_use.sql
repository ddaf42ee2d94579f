-- How much of the quotas of hosted services all processes have used, by the hour (decision 0084).
create table quota_use (
  quota text not null,
  hour timestamptz not null,
  used bigint not null check (used > 0),
  primary key (quota, hour)
);
grant select, insert, update on quota_use to ajo_app;
