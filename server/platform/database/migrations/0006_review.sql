-- The names that a submitted campaign gives, without accents and look-alikes, to find other accounts with similar ones.
create table campaign_name (
  campaign_id text not null,
  kind text not null check (kind in ('organiser', 'beneficiary')),
  owner_uid text not null,
  folded_name text not null,
  primary key (campaign_id, kind)
);
create index campaign_name_nearest on campaign_name using gin (folded_name gin_trgm_ops);

-- Name of the bank account behind a sub-account, as the payment provider reported it.
create table bank_account_holder (
  sub_account_code text primary key,
  name text not null
);

-- Which owners named the same bank account, without the account number.
create table bank_account_use (
  sub_account_code text primary key,
  owner_uid text not null,
  digest bytea not null,
  at timestamptz not null,
  -- Donors read when and to which account their donation was paid out. Each change of a bank account makes a new sub-account, so its last
  -- digits never change.
  last4 text check (last4 ~ '^[0-9]{4}$')
);
create index bank_account_use_by_digest on bank_account_use (digest);

-- Rejected campaigns, for the reviewers of later campaigns.
create table campaign_rejection (
  id uuid primary key,
  campaign_id text not null,
  owner_uid text not null,
  title text not null,
  folded_title text not null,
  account_digest bytea,
  ground text not null,
  at timestamptz not null
);
create index campaign_rejection_by_owner on campaign_rejection (owner_uid, at);
create index campaign_rejection_by_account on campaign_rejection (account_digest) where account_digest is not null;
create index campaign_rejection_nearest on campaign_rejection using gin (folded_title gin_trgm_ops);
create index campaign_rejection_by_age on campaign_rejection (at);

-- Approvals and rejections that take effect in some seconds, until when the reviewer may undo them.
create table scheduled_decision (
  campaign_id text primary key,
  id uuid not null unique,
  reviewer_uid text not null,
  decision jsonb not null,
  created_at timestamptz not null,
  effective_at timestamptz not null,
  -- From then on it cannot be undone.
  started_at timestamptz,
  -- Why it was not applied, as an error code. The row then stays for its reviewer to read.
  refusal text
);
create index scheduled_decision_by_reviewer on scheduled_decision (reviewer_uid);
create index scheduled_decision_by_age on scheduled_decision (created_at);

-- The pictures of campaigns by difference hash. Two hashes that differ in at most seven bits differ in at most one bit of at least one
-- of the four bands.
create table image_fingerprint (
  campaign_id text not null,
  image_id text not null,
  dhash bit(64) not null,
  band_0 integer not null,
  band_1 integer not null,
  band_2 integer not null,
  band_3 integer not null,
  -- A word of a document, whose number is the image: its middle, half of its length and its angle.
  document_id uuid references campaign_document on delete cascade,
  place real[] check (array_length(place, 1) = 4),
  primary key (campaign_id, image_id),
  check ((document_id is null) = (place is null))
);
create index image_fingerprint_document on image_fingerprint (document_id) where document_id is not null;
create index image_fingerprint_band_0 on image_fingerprint (band_0);
create index image_fingerprint_band_1 on image_fingerprint (band_1);
create index image_fingerprint_band_2 on image_fingerprint (band_2);
create index image_fingerprint_band_3 on image_fingerprint (band_3);

-- The smallest hashes of a campaign's three-word sequences: the share that two texts have in common estimates their similarity.
create table text_fingerprint (
  fingerprint bigint not null,
  campaign_id text not null,
  primary key (fingerprint, campaign_id)
);
create index text_fingerprint_campaign on text_fingerprint (campaign_id);

grant select, insert, update, delete on
  campaign_name, bank_account_holder, bank_account_use, campaign_rejection, scheduled_decision, image_fingerprint, text_fingerprint to
  ajo_app;
