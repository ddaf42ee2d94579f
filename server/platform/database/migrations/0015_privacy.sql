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
create index access_log_of_person on access_log (uid, at);
create index access_log_about_donors on access_log (at desc, id desc) where concerns = 'donors' and subjects is null;
grant select, insert on access_log to ajo_app;

-- Content, contact, history, edits and reports of a deleted campaign with money or reports.
create table evidence (
  campaign_id text primary key,
  body_sealed bytea not null,
  -- Why it is kept.
  has_money boolean not null,
  reports integer not null check (reports >= 0),
  deleted_at timestamptz not null
);
create index evidence_newest on evidence (deleted_at desc, campaign_id desc);

-- The pictures, written before the evidence because reading them takes long.
create table evidence_image (
  campaign_id text not null,
  image_id text not null,
  bytes_sealed bytea not null,
  stored_at timestamptz not null,
  primary key (campaign_id, image_id)
);
create index evidence_image_stored_at on evidence_image (stored_at);

-- Uses of mailed links to a guest's data. Each link downloads once and erases once.
create table guest_data_link_use (
  link_id uuid not null,
  use text not null check (use in ('download', 'erase')),
  expires_at timestamptz not null,
  primary key (link_id, use)
);
create index guest_data_link_use_expires_at on guest_data_link_use (expires_at);
grant select, insert, delete on guest_data_link_use to ajo_app;

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

grant select, insert, update, delete on evidence, evidence_image to ajo_app;
