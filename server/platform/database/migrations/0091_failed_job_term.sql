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

-- Deletes the waiting and failed jobs whose payload names an account. A running one ends with its mail.
create function job.delete_by_uid(account text)
returns void
language sql
security definer
set search_path = ''
as $$
  delete from graphile_worker._private_jobs where locked_at is null and payload ->> 'uid' = account
$$;

revoke all on function job.delete_failed, job.delete_by_uid from public;
grant execute on function job.delete_failed, job.delete_by_uid to ajo_app;
