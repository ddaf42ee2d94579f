-- Campaigns. campaign, campaign_listing and search_word belong to the embedded content store (specification §3); the other tables are
-- ours in both content modes, hence without a foreign key to campaign.
create extension if not exists pg_trgm;

create table campaign (
  id text primary key,
  slug text not null,
  -- The uid of a user_document.
  owner_uid text not null,
  status text not null check (
    status in ('pending', 'approved', 'rejected', 'information-requested', 'ended', 'cancelled')
  ),
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
  -- A deleted campaign is shown to no one; the row stays so that a late payment finds its owner.
  deleted_at timestamptz,
  -- Plain words without marks, hooks and capitals, as toSearchText() in server/providers/content/search-text.ts makes them. unaccent is not
  -- immutable, so a stored column cannot use it, and it lacks Yoruba letters.
  search tsvector not null generated always as (
    to_tsvector('simple', translate(lower(regexp_replace(
      normalize(title || ' ' || city || ' ' || country || ' ' || category || ' ' || description, NFD),
      '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')),
      'ɓɗƙƴŋəɔɛƁƊƘƳŊƏƆƐ', 'bdkyneoebdkyneoe'))
  ) stored
);
create index campaign_by_status on campaign (status, created_at desc, id desc) where deleted_at is null;
create index campaign_by_category on campaign (status, category, created_at desc, id desc) where deleted_at is null;
create index campaign_by_owner on campaign (owner_uid, created_at desc, id desc) where deleted_at is null;
create index campaign_search on campaign using gin (search) where deleted_at is null;
-- Tells whether any campaign shows a picture.
create index campaign_images on campaign using gin (images jsonb_path_ops) where deleted_at is null;

-- Every word of every campaign. A typed word that begins none of them is misspelt, and its nearest words are looked up here.
create table search_word (
  word text collate "C" primary key
);
create index search_word_nearest on search_word using gin (word gin_trgm_ops);

-- The approved campaigns as they are filtered and sorted. A job copies raised sums and trends from the ledger.
create table campaign_listing (
  campaign_id text primary key,
  category text not null,
  -- Plain, as toSearchText() makes them.
  country text not null,
  city text not null,
  created_at timestamptz not null,
  end_date date,
  goal_kobo bigint not null check (goal_kobo > 0),
  raised_kobo bigint not null default 0,
  -- Ten-thousandths of the goal, at most 10,000.
  share integer not null default 0 check (share between 0 and 10000),
  -- Donors of the last seven days in the high digits, the second of creation in the low ones.
  trend bigint not null,
  ranked_at timestamptz,
  search tsvector not null
);
-- The narrowest index: the campaigns are counted by it.
create index campaign_listing_created on campaign_listing (created_at);
create index campaign_listing_newest on campaign_listing (created_at desc, campaign_id desc);
create index campaign_listing_ending on campaign_listing (end_date, campaign_id);
create index campaign_listing_raised on campaign_listing (raised_kobo desc, campaign_id desc);
-- 'Nearly there' leaves out ended campaigns: with end_date included the index answers without the row.
create index campaign_listing_share on campaign_listing (share desc, campaign_id desc) include (end_date);
create index campaign_listing_trend on campaign_listing (trend desc, campaign_id desc);
create index campaign_listing_category_newest on campaign_listing (category, created_at desc, campaign_id desc);
create index campaign_listing_category_ending on campaign_listing (category, end_date, campaign_id);
create index campaign_listing_category_raised on campaign_listing (category, raised_kobo desc, campaign_id desc);
create index campaign_listing_category_share on campaign_listing (category, share desc, campaign_id desc) include (end_date);
create index campaign_listing_category_trend on campaign_listing (category, trend desc, campaign_id desc);
create index campaign_listing_country on campaign_listing (country, created_at desc, campaign_id desc);
create index campaign_listing_city on campaign_listing (city, created_at desc, campaign_id desc);
create index campaign_listing_unranked on campaign_listing (campaign_id) where ranked_at is null;
create index campaign_listing_search on campaign_listing using gin (search);
-- The planner chooses between walking a list and looking up a word by how common the word is. It knows that of a word's beginning only
-- with statistics on at least the hundred commonest words.
alter table campaign_listing alter column search set statistics 300;

-- Every address that a campaign ever had leads to it, and no address is given to another campaign.
create table campaign_slug (
  slug text primary key,
  campaign_id text not null
);

-- One row per press of 'Submit', however often the network repeats the request.
create table campaign_submission (
  owner_uid text not null,
  key text not null,
  -- Keyed hash of the form: the same key with other values is refused.
  fingerprint bytea not null check (length(fingerprint) = 32),
  campaign_id text not null,
  sub_account_code text,
  -- Until then one request works on it; afterwards a repeated request takes over.
  claimed_until timestamptz not null,
  completed_at timestamptz,
  primary key (owner_uid, key)
);

-- The wizard's saved form. Never holds an account number.
create table campaign_draft (
  owner_uid text primary key,
  form text not null,
  tab integer not null check (tab between 0 and 2),
  saved_at timestamptz not null
);

-- Append-only: each transition of a campaign with its actor, time and reason. Some events keep the status, such as the first of two
-- approvals.
create table campaign_history (
  campaign_id text not null,
  id uuid not null,
  event text not null,
  from_status text,
  to_status text not null,
  actor_uid text not null,
  reason text,
  at timestamptz not null,
  primary key (campaign_id, id)
);
create index campaign_history_in_time on campaign_history (campaign_id, at);
-- Cancelled campaigns, whose donations are refunded.
create index campaign_history_cancelled on campaign_history (at) where event = 'cancel';

-- What an owner wants to change about an approved campaign, until a reviewer decides.
create table campaign_pending_change (
  campaign_id text primary key,
  status text not null check (status in ('pending', 'information-requested')),
  proposed jsonb not null,
  -- With a new bank account.
  account_number_sealed bytea,
  at timestamptz not null
);
create index campaign_pending_change_waiting on campaign_pending_change (at) where status = 'pending';

-- Append-only: the edits of public campaigns.
create table campaign_edit (
  campaign_id text not null,
  id uuid not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  at timestamptz not null,
  primary key (campaign_id, id)
);
create index campaign_edit_in_time on campaign_edit (campaign_id, at);

-- Name of the bank account behind a sub-account, as the payment provider reported it.
create table bank_account_holder (
  sub_account_code text primary key,
  name text not null
);

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
  primary key (campaign_id, id)
);
create index campaign_report_open on campaign_report (at) where resolved_at is null;

-- Campaigns that accept no donations until a reviewer releases them.
create table campaign_freeze (
  campaign_id text primary key,
  reason text not null,
  actor_uid text not null,
  at timestamptz not null
);

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
  primary key (campaign_id, image_id)
);
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

grant select, insert, update, delete
  on campaign, campaign_listing, campaign_slug, campaign_submission, campaign_draft, campaign_pending_change, bank_account_holder,
    image_fingerprint, text_fingerprint
  to ajo_app;
grant select, insert, update on campaign_report to ajo_app;
grant select, insert, delete on campaign_edit, campaign_freeze to ajo_app;
grant select, insert on search_word, campaign_history to ajo_app;
