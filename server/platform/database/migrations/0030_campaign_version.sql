-- Each public state of a campaign. In both content modes, hence without a foreign key to campaign. A campaign that was approved before
-- this migration gets its first version with its next change.
create table campaign_version (
  campaign_id text not null,
  number integer not null check (number > 0),
  kind text not null check (kind in ('approved', 'corrected', 'change-approved', 'restored')),
  -- Texts and pictures, with the contact's name where it was public. No other contact data and no bank account.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- Points of a correction against the version that a reviewer last approved.
  score integer not null default 0 check (score >= 0),
  -- 'open' waits for a reviewer, 'not-sampled' does not. 'taken-back' is no longer shown to readers.
  review text not null check (review in ('reviewed', 'open', 'not-sampled', 'taken-back')),
  reviewed_by text,
  reviewed_at timestamptz,
  at timestamptz not null,
  primary key (campaign_id, number)
);
create index campaign_version_open on campaign_version (at) where review = 'open';
-- Tells whether any version shows a picture.
create index campaign_version_images on campaign_version using gin ((content -> 'images') jsonb_path_ops);

-- The version that an edit made. Null for edits before this migration.
alter table campaign_edit add column version integer;

grant select, insert, update, delete on campaign_version to ajo_app;
