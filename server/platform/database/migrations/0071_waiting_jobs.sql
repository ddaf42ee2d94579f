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

revoke all on function job.waiting from public;
grant execute on function job.waiting to ajo_app;
