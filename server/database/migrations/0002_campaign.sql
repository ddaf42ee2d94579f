-- The embedded content store's campaigns (specification §3). owner_uid names a user_document.
create table campaign (
  id uuid primary key,
  slug text not null,
  owner_uid text not null,
  status text not null check (status in ('pending', 'approved', 'rejected')),
  title text not null,
  country text not null,
  city text not null,
  category text not null,
  description text not null,
  goal bigint not null check (goal > 0),
  start_date date,
  end_date date,
  raise_money_for text not null,
  importance text not null,
  impact text not null,
  -- In order: id, width, height, alt of each.
  images jsonb not null check (jsonb_typeof(images) = 'array'),
  contact_name text not null,
  contact_email text not null,
  contact_phone text not null,
  contact_public boolean not null,
  bank_code text not null,
  -- Null once the campaign is deleted.
  account_number_sealed bytea,
  account_number_last4 text not null check (length(account_number_last4) = 4),
  sub_account_code text not null,
  created_at timestamptz not null,
  -- A deleted campaign answers to nobody, but late money must still find whom it was for.
  deleted_at timestamptz,
  search tsvector not null generated always as (
    to_tsvector('simple', title || ' ' || city || ' ' || country || ' ' || category || ' ' || description)
  ) stored
);
create index campaign_by_status on campaign (status, created_at desc, id desc)
  where deleted_at is null;
create index campaign_by_category on campaign (status, category, created_at desc, id desc)
  where deleted_at is null;
create index campaign_by_owner on campaign (owner_uid, created_at desc, id desc)
  where deleted_at is null;
create index campaign_search on campaign using gin (search) where deleted_at is null;

-- Every address a campaign ever had leads to it; none is given away again.
create table campaign_slug (
  slug text primary key,
  campaign_id uuid not null
);

-- Who moved a campaign from where to where, when and why. Grows only. Ours in both content modes: no foreign key.
create table campaign_history (
  campaign_id text not null,
  id uuid not null,
  from_status text,
  to_status text not null,
  actor_uid text not null,
  reason text,
  at timestamptz not null,
  primary key (campaign_id, id)
);
create index campaign_history_in_time on campaign_history (campaign_id, at);

-- One per press of 'Submit', whatever the network repeats.
create table campaign_submission (
  owner_uid text not null,
  key text not null,
  -- Keyed hash of what was sent: the same key with other values is a mistake.
  fingerprint bytea not null check (length(fingerprint) = 32),
  campaign_id uuid not null,
  sub_account_code text,
  -- Whoever is at work on it has until then; afterwards a repeated request takes over.
  claimed_until timestamptz not null,
  completed_at timestamptz,
  primary key (owner_uid, key)
);

-- The wizard as it was left. Never holds an account number.
create table campaign_draft (
  owner_uid text primary key,
  form text not null,
  tab integer not null check (tab between 0 and 2),
  saved_at timestamptz not null
);

-- A stored picture; id is the SHA-256 of its bytes in hex.
create table image (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null
);

-- The same picture may be sent by several people.
create table image_upload (
  image_id text not null references image on delete cascade,
  owner_uid text not null,
  created_at timestamptz not null,
  primary key (image_id, owner_uid)
);
create index image_upload_by_owner on image_upload (owner_uid, created_at);

grant select, insert, update, delete
  on campaign, campaign_slug, campaign_submission, campaign_draft, image, image_upload
  to ajo_app;
grant select, insert on campaign_history to ajo_app;
