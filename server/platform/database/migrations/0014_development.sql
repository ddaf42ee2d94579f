-- What the development mailbox received. Empty wherever SMTP_URL is set.
create table development_mail (
  id uuid primary key,
  received_at timestamptz not null default clock_timestamp(),
  recipient text not null,
  raw bytea not null
);
create index development_mail_received_at on development_mail (received_at);

-- Records that the sample data was inserted, so that it does not come back after a person deleted some of it.
create table sample_data (
  id integer primary key check (id = 1),
  begun_at timestamptz not null,
  finished_at timestamptz
);

grant select, insert, update, delete on development_mail to ajo_app;
grant select, insert, update on sample_data to ajo_app;
