-- Supporting documents of campaigns (specification §3), for their owner and reviewers. The file is stored encrypted elsewhere, and
-- only `key_sealed` opens it. Campaign null: a document of the owner's draft.
create table campaign_document (
  id uuid primary key,
  owner_uid text not null,
  campaign_id text,
  name text not null,
  type text not null,
  size_bytes integer not null,
  -- Of the stored document before encryption.
  digest bytea not null,
  file_key text not null unique,
  key_sealed bytea,
  created_at timestamptz not null,
  -- Null while the file is being written.
  stored_at timestamptz,
  -- The key is gone from then on. A job deletes the file, then the row.
  deleted_at timestamptz
);
create index campaign_document_by_campaign on campaign_document (campaign_id) where campaign_id is not null;
create index campaign_document_by_owner on campaign_document (owner_uid, created_at);
create index campaign_document_deleted on campaign_document (deleted_at) where deleted_at is not null;

-- The names that a submitted campaign gives, without accents and look-alikes, to find other accounts with similar ones.
create table campaign_name (
  campaign_id text not null,
  kind text not null check (kind in ('organiser', 'beneficiary')),
  owner_uid text not null,
  folded_name text not null,
  primary key (campaign_id, kind)
);
create index campaign_name_nearest on campaign_name using gin (folded_name gin_trgm_ops);

-- Which owners named the same bank account, without the account number.
create table bank_account_use (
  sub_account_code text primary key,
  owner_uid text not null,
  digest bytea not null,
  at timestamptz not null
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

grant select, insert, update, delete
  on campaign_document, campaign_name, bank_account_use, campaign_rejection, scheduled_decision
  to ajo_app;
