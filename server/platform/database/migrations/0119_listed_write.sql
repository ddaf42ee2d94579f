-- How many changes of the hosted store public lists must show (decision 0085), and the deliveries of its webhook that had their effect.
create table listed_write (
  is_only boolean primary key default true check (is_only),
  issued bigint not null check (issued >= 0),
  issued_at timestamptz not null,
  deliveries text[] not null default '{}' check (cardinality(deliveries) <= 100)
);
grant select, insert, update on listed_write to ajo_app;
