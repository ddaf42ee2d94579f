-- What staff answered to disputes of donors' banks, and the files that the sandbox receives for them (decision 0051).

create table dispute_answer (
  campaign_id text not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  dispute_id bigint not null,
  donation_id uuid not null,
  -- A bank can take a dispute up again, which then needs another answer.
  number integer not null check (number > 0),
  kind text not null check (kind in ('accept', 'decline')),
  message text not null check (length(message) <= 2000),
  -- Of an acceptance.
  refund_kobo bigint check (refund_kobo > 0),
  -- Stored before the provider is called. 'sending' is sent again until the provider answers.
  state text not null check (state in ('sending', 'sent', 'refused', 'too-late')),
  -- The provider's words.
  refusal text,
  file_name text,
  evidence_id bigint,
  actor_uid text not null,
  created_at timestamptz not null,
  -- Another process sends it until then.
  leased_until timestamptz,
  answered_at timestamptz,
  primary key (campaign_id, mode, dispute_id, number),
  check ((kind = 'accept') = (refund_kobo is not null)),
  check ((state = 'sending') = (answered_at is null))
);
create unique index dispute_answer_sending on dispute_answer (campaign_id, mode, dispute_id) where state = 'sending';
grant select, insert, update, delete on dispute_answer to ajo_app;

create table sandbox.upload (
  file_name text primary key,
  dispute_id bigint not null references sandbox.dispute (id),
  expires_at timestamptz not null,
  content bytea
);
grant select, insert, update, delete on sandbox.upload to ajo_app;
