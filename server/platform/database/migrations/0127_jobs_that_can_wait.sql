-- Expand: the version before calls the functions without `can_wait`.
-- Jobs that can wait run after all others of their lane, so that a code is not sent behind thousands of mails.
create function job.enqueue(
  task text, payload json, key text, run_at timestamptz, attempts integer, queue text, can_wait boolean)
returns void
language sql
security definer
set search_path = ''
as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload, job_key => key, run_at => run_at, max_attempts => attempts, queue_name => queue,
    priority => can_wait::integer)
$$;

create function job.enqueue_all(task text, payloads json[], keys text[], can_wait boolean[])
returns void
language sql
security definer
set search_path = ''
as $$
  select from graphile_worker.add_jobs(array(
    select row(task, job.payload, null, null, null, job.key, job.can_wait::integer, null)::graphile_worker.job_spec
    from unnest(payloads, keys, can_wait) as job (payload, key, can_wait)))
$$;

revoke all on function job.enqueue(text, json, text, timestamptz, integer, text, boolean),
  job.enqueue_all(text, json[], text[], boolean[]) from public;
grant execute on function job.enqueue(text, json, text, timestamptz, integer, text, boolean),
  job.enqueue_all(text, json[], text[], boolean[]) to ajo_app;
