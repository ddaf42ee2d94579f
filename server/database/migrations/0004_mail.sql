-- Mail on its way. A row is written with its cause and emptied of its text once it has been handed over: the text holds one-time codes.
create table mail_outbox (
  id uuid primary key,
  recipient text not null check (length(recipient) <= 254),
  subject text not null,
  text text,
  html text,
  key text unique,
  -- The clock's own time, not the transaction's: two mails of one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  check (sent_at is null or failed_at is null)
);
create index mail_outbox_waiting on mail_outbox (recipient, created_at, id)
  where sent_at is null and failed_at is null;
create index mail_outbox_created_at on mail_outbox (created_at);

-- What the development mailbox received, as it came. Empty wherever SMTP_URL is set.
create table development_mail (
  id uuid primary key,
  received_at timestamptz not null default clock_timestamp(),
  recipient text not null,
  raw bytea not null
);
create index development_mail_received_at on development_mail (received_at);

grant select, insert, update, delete on mail_outbox, development_mail to ajo_app;
