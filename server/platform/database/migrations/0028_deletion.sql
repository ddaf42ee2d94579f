-- Deleted campaigns: what stays public about them, their former addresses, and the evidence that is kept for the term of the law.

-- One row per deleted campaign, written in the transaction that checks the legal hold. From then on no report, donation or freeze is added.
create table deleted_campaign (
  campaign_id text primary key,
  -- Without the names of people. Empty where the campaign was never public.
  title text not null check (length(title) <= 200),
  category text not null,
  start_date date,
  end_date date,
  was_public boolean not null,
  deleted_at timestamptz not null,
  -- When the content store and all copies were cleared. Until then a job repeats it.
  finished_at timestamptz
);
create index deleted_campaign_unfinished on deleted_campaign (deleted_at) where finished_at is null;

-- Former addresses as keyed digests: old links lead to the remaining page, and no other campaign gets the address.
create table deleted_campaign_slug (
  digest bytea primary key check (length(digest) = 32),
  campaign_id text not null
);

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

grant select, insert, update on deleted_campaign to ajo_app;
grant select, insert on deleted_campaign_slug to ajo_app;
grant select, insert, update, delete on evidence, evidence_image to ajo_app;
grant delete on campaign_slug, search_word to ajo_app;

-- A deletion holds the lock alone. What is added at the same moment either comes before the check of the legal hold or is refused.
create function refuse_deleted_campaign() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  perform pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtextextended('deletion ' || new.campaign_id, 0));
  if exists (select from public.deleted_campaign where campaign_id = new.campaign_id) then
    raise exception using errcode = 'AJ001', message = 'the campaign was deleted';
  end if;
  return new;
end
$$;
create trigger donation_of_deleted_campaign before insert on donation
  for each row execute function refuse_deleted_campaign();
create trigger report_of_deleted_campaign before insert on campaign_report
  for each row execute function refuse_deleted_campaign();
create trigger freeze_of_deleted_campaign before insert on campaign_freeze
  for each row execute function refuse_deleted_campaign();

-- The history is append-only. Only the reasons of a deleted campaign are emptied, because they may name people.
create function empty_history_reasons(deleted_id text) returns void
language sql
security definer
set search_path = ''
as $$
  update public.campaign_history set reason = null
  where campaign_id = deleted_id and reason is not null
    and exists (select from public.deleted_campaign deleted where deleted.campaign_id = deleted_id)
$$;
revoke all on function empty_history_reasons from public;
grant execute on function empty_history_reasons to ajo_app;

-- Campaigns that were deleted before. The job clears their titles, addresses and reasons.
insert into deleted_campaign (campaign_id, title, category, start_date, end_date, was_public, deleted_at)
select id, '', category, start_date, end_date, status in ('approved', 'ended', 'cancelled'), deleted_at
from campaign where deleted_at is not null;
