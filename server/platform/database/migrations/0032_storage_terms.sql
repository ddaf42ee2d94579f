-- Webhooks are reduced when they arrive. Bodies that an earlier version stored are replaced by a job, because they are sealed.
alter table webhook_inbox add column facts jsonb check (jsonb_typeof(facts) = 'object');

-- Reads of personal data by reviewers and admins. Rows are only added; retention.delete_expired() deletes old ones.
create table access_log (
  id uuid primary key,
  uid text not null,
  role text not null check (role in ('reviewer', 'admin')),
  -- Method and pattern of the route.
  action text not null check (length(action) between 1 and 120),
  concerns text not null check (concerns in ('organisers', 'donors', 'recipients', 'staff')),
  campaign_ids text[] not null,
  subject_uids text[] not null,
  -- Null: all donors of the campaign.
  subjects integer check (subjects > 0),
  at timestamptz not null
);
create index access_log_at on access_log (at desc, id desc);
create index access_log_campaigns on access_log using gin (campaign_ids);
create index access_log_subjects on access_log using gin (subject_uids);
grant select, insert on access_log to ajo_app;

-- Deletes rows that the application may only add. None of them has a term of less than two years.
create schema retention;
grant usage on schema retention to ajo_app;
create function retention.delete_expired(table_name text, before timestamptz, max_rows integer)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  deleted integer;
begin
  if before > clock_timestamp() - interval '2 years' then
    raise exception 'the end of no term of % is %', table_name, before;
  end if;
  case table_name
    when 'access_log' then
      delete from public.access_log
      where id in (select id from public.access_log where at < before order by at limit max_rows);
    when 'audit_log' then
      delete from public.audit_log
      where id in (select id from public.audit_log where at < before order by at limit max_rows);
    when 'account_event' then
      delete from public.account_event
      where id in (select id from public.account_event where at < before limit max_rows);
    when 'campaign_history' then
      -- A campaign keeps its whole history until its last event has reached the end of the term.
      delete from public.campaign_history where campaign_id in (
        select campaign_id from public.campaign_history
        group by campaign_id having max(at) < before limit max_rows);
  end case;
  get diagnostics deleted = row_count;
  return deleted;
end $$;
revoke all on function retention.delete_expired from public;
grant execute on function retention.delete_expired to ajo_app;

grant delete on webhook_inbox, quarantined_payment, ledger_difference, campaign_report, thank_you_delivery, campaign_unsubscribe
  to ajo_app;

-- Mails that are done keep no address. The job that removes it finds them here.
create index mail_outbox_done on mail_outbox (coalesce(sent_at, failed_at))
  where recipient <> '' and (sent_at is not null or failed_at is not null);

grant delete on moderation_case, moderation_decision, moderation_appeal to ajo_app;
