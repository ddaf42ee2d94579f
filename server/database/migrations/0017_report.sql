-- What people report of a campaign, for the reviewers' desk, and the campaigns that take no gifts until somebody has looked. Ours in both
-- content modes: no foreign key.
create table campaign_report (
  campaign_id text not null,
  id uuid not null,
  reason text not null,
  details text not null check (length(details) <= 2000),
  -- Null: a visitor's.
  reporter_uid text,
  at timestamptz not null,
  settled_at timestamptz,
  settled_by text,
  primary key (campaign_id, id)
);
create index campaign_report_open on campaign_report (at) where settled_at is null;

create table campaign_freeze (
  campaign_id text primary key,
  reason text not null,
  actor_uid text not null,
  at timestamptz not null
);

grant select, insert, update on campaign_report to ajo_app;
grant select, insert, delete on campaign_freeze to ajo_app;
