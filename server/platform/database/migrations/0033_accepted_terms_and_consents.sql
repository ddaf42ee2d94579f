-- Which version of the terms a person accepted, and consents to publish a child's or a person's health data (Nigeria Data Protection Act
-- 2023, sections 26, 30 and 31).

create table terms_acceptance (
  uid text not null,
  version text not null check (length(version) between 1 and 20),
  accepted_at timestamptz not null,
  primary key (uid, version)
);
-- Version 1.0 was the only one before.
insert into terms_acceptance (uid, version, accepted_at) select uid, '1.0', created_at from account;
grant select, insert, delete on terms_acceptance to ajo_app;

-- Donors accept the terms with each donation. Null before this migration.
alter table donation add column terms_version text check (length(terms_version) between 1 and 20);

create table campaign_consent (
  id uuid primary key default gen_random_uuid(),
  campaign_id text not null,
  -- The organiser who confirmed the consent.
  uid text not null,
  kind text not null check (kind in ('child', 'health')),
  -- The relation to the child, or the person who agreed that their health data is published.
  given_by text not null check (length(given_by) <= 120),
  sentence_version text not null check (length(sentence_version) between 1 and 20),
  given_at timestamptz not null,
  withdrawn_at timestamptz check (withdrawn_at >= given_at)
);
create unique index campaign_consent_valid on campaign_consent (campaign_id, kind) where withdrawn_at is null;
create index campaign_consent_campaign on campaign_consent (campaign_id);
create index campaign_consent_uid on campaign_consent (uid);
grant select, insert, delete, update (given_by, withdrawn_at) on campaign_consent to ajo_app;
