-- A mail is claimed by a lease, sent outside of any transaction, and its result is recorded afterwards. The row holds the schedule of its
-- retries, so that neither a restart nor the sweep shortens a delay.
alter table mail_outbox
  add column domain text generated always as (lower(split_part(recipient, '@', 2))) stored,
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz not null default '-infinity',
  add column attempted_at timestamptz,
  add column leased_until timestamptz not null default '-infinity',
  -- The first temporary refusal. Five days later the mail is given up.
  add column deferred_since timestamptz;
create index mail_outbox_due on mail_outbox (next_attempt_at) where sent_at is null and failed_at is null;
create index mail_outbox_domain on mail_outbox (domain, attempted_at) where attempted_at is not null;

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
  address text not null unique check (address = lower(address) and length(address) <= 254),
  words text not null,
  at timestamptz not null default clock_timestamp()
);
create index mail_suppression_at on mail_suppression (at);

grant select, insert, update, delete on mail_pause, mail_suppression to ajo_app;

-- Earlier links to confirm an address. `action_code` holds the latest; these work as well until one is used.
create table earlier_verification_code (
  code_hash bytea primary key check (length(code_hash) = 32),
  uid text not null references account on delete cascade,
  expires_at timestamptz not null
);
create index earlier_verification_code_uid on earlier_verification_code (uid);
grant select, insert, delete on earlier_verification_code to ajo_app;

-- Jobs whose last attempt failed, for admins. Payloads are left out, because they may hold personal data.
create function job.failed()
returns table (id text, task text, attempts integer, max_attempts integer, error text, failed_at timestamptz, next_attempt_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select id::text, task_identifier, attempts, max_attempts, last_error, updated_at,
    case when attempts < max_attempts then run_at end
  from graphile_worker.jobs where last_error is not null and attempts > 0 and locked_at is null
$$;

-- Runs a failed job at once, with all its attempts.
create function job.retry(job_id text)
returns boolean
language sql
security definer
set search_path = ''
as $$
  select exists (
    select from graphile_worker.reschedule_jobs(
      job_ids => array(select failed.id::bigint from job.failed() failed where failed.id = job_id), run_at => now(), attempts => 0))
$$;

revoke all on function job.failed, job.retry from public;
grant execute on function job.failed, job.retry to ajo_app;
