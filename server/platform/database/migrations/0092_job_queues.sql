-- Jobs of one queue run one after the other. The function without a queue stays for processes of the version before.
create function job.enqueue(task text, payload json, key text, run_at timestamptz, attempts integer, queue text)
returns void
language sql
security definer
set search_path = ''
as $$
  select graphile_worker.add_job(
    identifier => task, payload => payload, job_key => key, run_at => run_at, max_attempts => attempts, queue_name => queue)
$$;

revoke all on function job.enqueue(text, json, text, timestamptz, integer, text) from public;
grant execute on function job.enqueue(text, json, text, timestamptz, integer, text) to ajo_app;
