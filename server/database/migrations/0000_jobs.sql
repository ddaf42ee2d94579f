-- graphile-worker's tables are its own. The application enters jobs through this one door, inside its transactions:
-- the tables behind it have row security, which lets only their owner through.
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

revoke all on function job.enqueue from public;
grant execute on function job.enqueue to ajo_app;
