-- Background jobs. graphile-worker owns its tables, and row security lets only their owner read them. The application enqueues jobs
-- inside its own transactions through these functions.
create schema job;
grant usage on schema job to ajo_app;

-- Jobs of one queue run one after the other. Of the due jobs of a lane the one with the smallest priority runs first, so that a code is
-- not sent behind thousands of mails.
create function job.enqueue(
  task text, payload json, key text, run_at timestamptz, attempts integer, queue text, priority integer)
returns void
language sql
security definer
set search_path = ''
as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload, job_key => key, run_at => run_at, max_attempts => attempts, queue_name => queue,
    priority => priority)
$$;

-- Many jobs of one task in one call, which takes a thirtieth of the time of single calls.
create function job.enqueue_all(task text, payloads json[], keys text[], priorities integer[])
returns void
language sql
security definer
set search_path = ''
as $$
  select from graphile_worker.add_jobs(array(
    select row(task, job.payload, null, null, null, job.key, job.priority, null)::graphile_worker.job_spec
    from unnest(payloads, keys, priorities) as job (payload, key, priority)))
$$;

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

-- How many jobs of each task wait and for how long, for metrics. Payloads are left out, because they may hold personal data.
create function job.waiting()
returns table (task text, jobs bigint, oldest_due_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select task_identifier, count(*), min(run_at)
  from graphile_worker.jobs
  where attempts < max_attempts and locked_at is null and run_at <= now()
  group by task_identifier
$$;

-- Failed jobs end with their term, because the payload of some holds the address that a person typed.
create function job.delete_failed(before timestamptz, max_rows integer)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  if before > clock_timestamp() - interval '1 day' then
    raise exception 'the term of a failed job does not end at %', before;
  end if;
  delete from graphile_worker._private_jobs where id in (
    select id from graphile_worker._private_jobs
    where attempts >= max_attempts and locked_at is null and updated_at < before limit max_rows);
  get diagnostics deleted = row_count;
  return deleted;
end $$;

-- Deletes the waiting and failed jobs whose payload names an address. A running one ends with its mail.
create function job.delete_by_email(address text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from graphile_worker._private_jobs
  where locked_at is null and lower(payload ->> 'email') = lower(address)
$$;

-- Deletes the waiting and failed jobs whose payload names an account. A running one ends with its mail.
create function job.delete_by_uid(account text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from graphile_worker._private_jobs where locked_at is null and payload ->> 'uid' = account
$$;

revoke all on all functions in schema job from public;
grant execute on all functions in schema job to ajo_app;
