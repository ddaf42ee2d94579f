-- Outgoing mail. A row is written in the transaction of its cause and loses its text once sent, because the text holds one-time codes.
create table mail_outbox (
  id uuid primary key,
  recipient text not null check (length(recipient) <= 254),
  subject text not null,
  text text,
  html text,
  key text unique,
  -- For List-Unsubscribe: one request ends mails of this kind.
  unsubscribe_url text,
  -- The clock's time instead of the transaction's: two mails of one transaction keep their order.
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text,
  check (sent_at is null or failed_at is null)
);
create index mail_outbox_waiting on mail_outbox (recipient, created_at, id)
  where sent_at is null and failed_at is null;
create index mail_outbox_created_at on mail_outbox (created_at);
create index mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;

grant select, insert, update, delete on mail_outbox to ajo_app;
