-- Many jobs of one task by one call: one by one, each takes thirty times as long.
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

revoke all on function job.enqueue_all from public;
grant execute on function job.enqueue_all to ajo_app;
