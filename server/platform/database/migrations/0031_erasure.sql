-- What erasure deletes (server/people/privacy/inventory).
grant delete on thank_you_delivery, campaign_unsubscribe to ajo_app;

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
revoke all on function job.delete_by_email from public;
grant execute on function job.delete_by_email to ajo_app;

-- Uses of mailed links to a guest's data. Each link downloads once and erases once.
create table guest_data_link_use (
  link_id uuid not null,
  use text not null check (use in ('download', 'erase')),
  expires_at timestamptz not null,
  primary key (link_id, use)
);
create index guest_data_link_use_expires_at on guest_data_link_use (expires_at);
grant select, insert, delete on guest_data_link_use to ajo_app;
