-- Cases of reports, decisions about campaigns with their statements of reasons, and appeals.

alter table campaign drop constraint campaign_status_check;
alter table campaign add constraint campaign_status_check check (
  status in ('pending', 'approved', 'rejected', 'information-requested', 'ended', 'cancelled', 'taken-down')
) not valid;
alter table campaign validate constraint campaign_status_check;

-- The reports about one campaign that a reviewer handles together. At most one case of a campaign is open.
create table moderation_case (
  id bigint generated always as identity primary key,
  campaign_id text not null,
  -- As they were at the last report, because the campaign may be deleted before a reviewer reads it.
  title text not null,
  owner_uid text,
  opened_at timestamptz not null,
  assigned_to text,
  closed_at timestamptz,
  closed_by text,
  outcome text check (outcome in ('dismissed', 'frozen', 'taken-down', 'cancelled')),
  check ((closed_at is null) = (outcome is null))
);
create unique index moderation_case_open on moderation_case (campaign_id) where closed_at is null;
create index moderation_case_of_campaign on moderation_case (campaign_id, id);
create index moderation_case_closed on moderation_case (closed_at) where closed_at is not null;

alter table campaign_report
  -- Null where a version of Ajo without cases stored the report; the queue adopts it.
  add column case_id bigint references moderation_case,
  add column number bigint,
  -- What the reporter was told to quote.
  add column reference text,
  add column language text,
  -- Where a guest wants to read the outcome. Deleted once it is mailed.
  add column reporter_email_sealed bytea,
  add column outcome_due boolean not null default false;

create sequence campaign_report_number owned by campaign_report.number;
update campaign_report set number = numbered.number
from (select campaign_id, id, row_number() over (order by at, id) as number from campaign_report) numbered
where campaign_report.campaign_id = numbered.campaign_id and campaign_report.id = numbered.id;
select setval('campaign_report_number', (select coalesce(max(number), 0) + 1 from campaign_report), false);
alter table campaign_report
  alter column number set default nextval('campaign_report_number'),
  alter column number set not null;

insert into moderation_case (campaign_id, title, owner_uid, opened_at, closed_at, closed_by, outcome)
select report.campaign_id, coalesce(max(campaign.title), ''), max(campaign.owner_uid), min(report.at), report.resolved_at,
  max(report.resolved_by),
  case when report.resolved_at is null then null
    when bool_or(frozen.at is not null) then 'frozen' else 'dismissed' end
from campaign_report report
left join campaign on campaign.id = report.campaign_id and campaign.deleted_at is null
left join campaign_history frozen on frozen.campaign_id = report.campaign_id and frozen.event = 'freeze'
  and frozen.at = report.resolved_at
group by report.campaign_id, report.resolved_at
order by min(report.at);
update campaign_report set case_id = moderation_case.id
from moderation_case
where moderation_case.campaign_id = campaign_report.campaign_id
  and moderation_case.closed_at is not distinct from campaign_report.resolved_at;

create unique index campaign_report_reference on campaign_report (reference) where reference is not null;
create index campaign_report_in_case on campaign_report (case_id, number);
create index campaign_report_without_case on campaign_report (campaign_id) where case_id is null;
create index campaign_report_outcome_due on campaign_report (number) where outcome_due;
create index campaign_report_resolved on campaign_report (resolved_at) where resolved_at is not null;

-- Append-only but for its end: what was decided against a campaign, with the facts that its organiser reads.
create table moderation_decision (
  id bigint generated always as identity primary key,
  campaign_id text not null,
  case_id bigint not null references moderation_case,
  kind text not null check (kind in ('freeze', 'takedown')),
  ground text,
  public_reason text,
  reason text not null,
  report_reasons text[] not null,
  actor_uid text not null,
  at timestamptz not null,
  -- The status that a takedown replaced.
  status_before text,
  ended_at timestamptz,
  check ((kind = 'takedown') = (ground is not null)),
  check ((kind = 'takedown') = (public_reason is not null)),
  check ((kind = 'takedown') = (status_before is not null))
);
create unique index moderation_decision_in_force on moderation_decision (campaign_id, kind) where ended_at is null;
create index moderation_decision_of_case on moderation_decision (case_id);
create index moderation_decision_at on moderation_decision (at);

insert into moderation_case (campaign_id, title, owner_uid, opened_at, closed_at, closed_by, outcome)
select frozen.campaign_id, coalesce(campaign.title, ''), campaign.owner_uid, frozen.at, frozen.at, frozen.actor_uid, 'frozen'
from campaign_freeze frozen
left join campaign on campaign.id = frozen.campaign_id and campaign.deleted_at is null
where not exists (
  select from moderation_case earlier where earlier.campaign_id = frozen.campaign_id and earlier.outcome = 'frozen');
insert into moderation_decision (campaign_id, case_id, kind, reason, report_reasons, actor_uid, at)
select frozen.campaign_id,
  (select max(id) from moderation_case where moderation_case.campaign_id = frozen.campaign_id and outcome = 'frozen'),
  'freeze', frozen.reason, '{}', frozen.actor_uid, frozen.at
from campaign_freeze frozen;

-- An organiser's appeal against a decision, which a reviewer decides who took no part in it.
create table moderation_appeal (
  id bigint generated always as identity primary key,
  campaign_id text not null,
  owner_uid text not null,
  kind text not null check (kind in ('rejection', 'freeze', 'takedown')),
  -- Of the decision.
  decided_by text not null,
  decided_at timestamptz not null,
  text text not null check (length(text) <= 4000),
  at timestamptz not null,
  outcome text check (outcome in ('upheld', 'overturned')),
  reason text,
  closed_by text,
  closed_at timestamptz,
  check ((closed_at is null) = (outcome is null)),
  unique (campaign_id, kind, decided_at)
);
create unique index moderation_appeal_open on moderation_appeal (campaign_id) where closed_at is null;
create index moderation_appeal_at on moderation_appeal (at);

-- The figures of a year are counted by time.
create index campaign_history_in_year on campaign_history (at, event);

grant select, insert, update on moderation_case, moderation_decision, moderation_appeal to ajo_app;
grant usage on sequence campaign_report_number to ajo_app;
