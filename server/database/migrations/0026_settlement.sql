-- Isolation of items, settlements by line, holds, exposure, and differences between the ledger and the provider (decision 0031).

-- Items of sweeps and jobs that failed on their own while others went on: a payment that the provider cannot answer about, a row of a
-- list that cannot be parsed. The row is deleted when the item succeeds.
create table failing_item (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  kind text not null,
  key text not null,
  attempts integer not null check (attempts > 0),
  reason text not null check (length(reason) <= 500),
  first_failed_at timestamptz not null,
  last_failed_at timestamptz not null,
  next_attempt_at timestamptz not null,
  primary key (mode, kind, key)
);
grant select, insert, update, delete on failing_item to ajo_app;

-- A webhook that failed is tried again at this time, with growing delays.
alter table webhook_inbox add column next_attempt_at timestamptz;

-- The provider's status of the refund of a quarantined payment. It is watched until it is final, and opens the payment again if it failed.
alter table quarantined_payment add column refund_status text;
create index quarantined_payment_refund on quarantined_payment (created_at)
  where state = 'refunded' and refund_status is distinct from 'processed';

-- Where the ledger and the provider's records differ. A difference that is no longer found is resolved; one that changes is open again.
create table ledger_difference (
  id uuid primary key,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  -- What was compared: a day, or a settlement.
  scope text not null,
  kind text not null,
  key text not null,
  ours text,
  theirs text,
  state text not null check (state in ('open', 'acknowledged', 'resolved')),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The admin who acknowledged it.
  owner_uid text,
  reason text check (length(reason) <= 500),
  changed_at timestamptz not null,
  unique (mode, scope, kind, key),
  check ((state = 'acknowledged') <= (owner_uid is not null and reason is not null))
);
create index ledger_difference_open on ledger_difference (first_seen_at) where state <> 'resolved';

-- When each day (UTC) was last compared with the provider.
create table reconciled_day (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  day date not null,
  compared_at timestamptz not null,
  primary key (mode, day)
);
grant select, insert, update on ledger_difference, reconciled_day to ajo_app;
