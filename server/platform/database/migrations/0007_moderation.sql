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

create sequence campaign_report_number;
grant usage on sequence campaign_report_number to ajo_app;

create table campaign_report (
  campaign_id text not null,
  id uuid not null,
  reason text not null,
  details text not null check (length(details) <= 2000),
  -- Null: a visitor.
  reporter_uid text,
  at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  case_id bigint not null references moderation_case,
  number bigint not null default nextval('campaign_report_number'),
  -- What the reporter was told to quote.
  reference text,
  language text,
  -- Where a guest wants to read the outcome. Deleted once it is mailed.
  reporter_email_sealed bytea,
  outcome_due boolean not null default false,
  primary key (campaign_id, id)
);
alter sequence campaign_report_number owned by campaign_report.number;
create index campaign_report_open on campaign_report (at) where resolved_at is null;
create unique index campaign_report_reference on campaign_report (reference) where reference is not null;
create index campaign_report_in_case on campaign_report (case_id, number);
create index campaign_report_outcome_due on campaign_report (number) where outcome_due;
create index campaign_report_resolved on campaign_report (resolved_at) where resolved_at is not null;
create trigger report_of_deleted_campaign before insert on campaign_report
  for each row execute function refuse_deleted_campaign();

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

-- An organiser's appeal against a decision, which a reviewer decides who took no part in it.
create table moderation_appeal (
  id bigint generated always as identity primary key,
  campaign_id text not null,
  -- Of the campaign at the appeal, for the search.
  title text not null default '',
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

-- Campaigns that accept no donations until a reviewer releases them.
create table campaign_freeze (
  campaign_id text primary key,
  reason text not null,
  actor_uid text not null,
  at timestamptz not null,
  -- The first of the two staff members who end a freeze.
  unfreeze_asked_by text,
  unfreeze_asked_at timestamptz,
  check ((unfreeze_asked_by is null) = (unfreeze_asked_at is null))
);
create trigger freeze_of_deleted_campaign before insert on campaign_freeze
  for each row execute function refuse_deleted_campaign();

grant select, insert, update, delete on
  moderation_case, campaign_report, moderation_decision, moderation_appeal, campaign_freeze to ajo_app;
