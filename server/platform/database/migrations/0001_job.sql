-- Background jobs. graphile-worker owns its tables, and row security lets only their owner read them; the application enqueues jobs
-- inside its own transactions through these two functions.
create schema job;
grant usage on schema job to ajo_app;

create function job.enqueue(task text, payload json, key text, run_at timestamptz, attempts integer)
returns void
language sql
security definer
set search_path = ''
as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload, job_key => key, run_at => run_at, max_attempts => attempts)
$$;

-- Many jobs of one task in one call, which takes a thirtieth of the time of single calls.
create function job.enqueue_all(task text, payloads json[], keys text[])
returns void
language sql
security definer
set search_path = ''
as $$
  select from graphile_worker.add_jobs(array(
    select row(task, payload, null, null, null, key, null, null)::graphile_worker.job_spec
    from unnest(payloads, keys) as job (payload, key)))
$$;

revoke all on function job.enqueue, job.enqueue_all from public;
grant execute on function job.enqueue, job.enqueue_all to ajo_app;
