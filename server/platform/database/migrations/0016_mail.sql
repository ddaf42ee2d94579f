-- Outgoing mail. A row is written in the transaction of its cause and loses its text once sent, because the text holds one-time codes.
create table mail_outbox (
  id uuid primary key,
  -- The address, and its fingerprint, which finds the mails to a recipient. Both are removed minutes after the mail is sent.
  recipient_sealed bytea,
  recipient_key bytea check (length(recipient_key) = 32),
  domain text,
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
  -- A mail is claimed by a lease, sent outside of any transaction, and its result is recorded afterwards. The row holds the schedule of its
  -- retries, so that neither a restart nor the sweep shortens a delay.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default '-infinity',
  attempted_at timestamptz,
  leased_until timestamptz not null default '-infinity',
  -- The first temporary refusal. Five days later the mail is given up.
  deferred_since timestamptz,
  -- 0 for a mail that cannot wait. 1 for mails to donors and lists, of which a payout causes thousands at once, and for those of visitors above
  -- the hour's budget; more for those of a network above its share. They leave a part of a domain's deliveries to codes and links.
  turn integer not null default 0 check (turn between 0 and 20),
  check (sent_at is null or failed_at is null),
  check ((recipient_sealed is null) = (recipient_key is null))
);
create index mail_outbox_created_at on mail_outbox (created_at);
create index mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;
create index mail_outbox_due on mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_outbox_domain on mail_outbox (domain, attempted_at) where attempted_at is not null;
create index mail_outbox_waiting on mail_outbox (recipient_key, created_at, id)
  where sent_at is null and failed_at is null;
create index mail_outbox_done on mail_outbox (coalesce(sent_at, failed_at))
  where recipient_key is not null and (sent_at is not null or failed_at is not null);
create index mail_outbox_recipient on mail_outbox (recipient_key) where recipient_key is not null;
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_undelivered on mail_outbox (created_at) where sent_at is null and failed_at is null;

-- The row exists while the mail server refuses our sender. No mail is sent but one at each `probe_at`.
create table mail_pause (
  only_one boolean primary key default true check (only_one),
  -- The words of the mail server, without addresses.
  words text not null,
  since timestamptz not null default clock_timestamp(),
  probes integer not null default 0,
  probe_at timestamptz not null
);

-- Addresses whose mail server said that they do not exist. Mails that are not transactional are not sent to them.
create table mail_suppression (
  id uuid primary key,
  address_sealed bytea not null,
  address_key bytea not null unique check (length(address_key) = 32),
  words text not null,
  at timestamptz not null default clock_timestamp()
);
create index mail_suppression_at on mail_suppression (at);

-- What the development mailbox received. Empty wherever SMTP_URL is set.
create table development_mail (
  id uuid primary key,
  received_at timestamptz not null default clock_timestamp(),
  recipient text not null,
  raw bytea not null
);
create index development_mail_received_at on development_mail (received_at);

grant select, insert, update, delete on mail_outbox, mail_pause, mail_suppression, development_mail to ajo_app;
