-- Campaigns. campaign belongs to the embedded content store (specification §3). The other tables are ours in both content modes, hence
-- without a foreign key to campaign.
create extension if not exists pg_trgm;

create table campaign (
  id text primary key,
  slug text not null,
  -- The uid of a user_document.
  owner_uid text not null,
  status text not null check (
    status in ('pending', 'approved', 'rejected', 'information-requested', 'ended', 'cancelled', 'taken-down')
  ),
  title text not null,
  country text not null,
  city text not null,
  category text not null,
  -- What a campaign of the category 'other' is for. Null is something else, or unknown.
  cause text check (cause in ('charity', 'legal')),
  description text not null,
  goal bigint not null check (goal > 0),
  start_date date,
  end_date date,
  raise_money_for text not null,
  importance text not null,
  impact text not null,
  -- In order: id, width, height, alt of each.
  images jsonb not null check (jsonb_typeof(images) = 'array'),
  -- What each part of the goal pays for: text and amount of each.
  budget jsonb not null default '[]' check (jsonb_typeof(budget) = 'array'),
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

-- Every address that a campaign ever had leads to it, and no address is given to another campaign.
create table campaign_slug (
  slug text primary key,
  campaign_id text not null
);
create index campaign_slug_of_campaign on campaign_slug (campaign_id);

-- One change of a hosted campaign at a time. A claim replaces a transaction, which would hold a connection during calls to the store.
create table campaign_claim (
  campaign_id text primary key,
  token uuid not null,
  claimed_until timestamptz not null
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

-- Campaigns that their owners are submitting right now. They count towards the limit of campaigns in review until they are stored.
create table campaign_slot (
  owner_uid text not null,
  campaign_id text not null,
  expires_at timestamptz not null,
  primary key (owner_uid, campaign_id)
);

-- The wizard's saved form, what was last saved of a campaign that is edited, or a refused edit of an update. Never holds an account number.
create table campaign_draft (
  owner_uid text not null,
  -- '' while there is no campaign.
  campaign_id text not null,
  -- '' for the wizard.
  update_id text not null default '',
  -- The form that was opened once, in one tab.
  writer text not null,
  -- A save of the same writer with a lower one is late.
  sequence integer not null,
  form text not null,
  tab integer not null check (tab between 0 and 2),
  saved_at timestamptz not null,
  -- Null: the draft. Otherwise a version that lost against another, kept for 30 days.
  replaced_at timestamptz,
  primary key (owner_uid, campaign_id, update_id, writer)
);
create unique index campaign_draft_current on campaign_draft (owner_uid, campaign_id) where replaced_at is null;

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
  -- The version that an edit made.
  version integer,
  at timestamptz not null,
  primary key (campaign_id, id)
);
create index campaign_edit_in_time on campaign_edit (campaign_id, at);
grant select, insert, delete on campaign_edit to ajo_app;

-- Each public state of a campaign.
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
-- The figures of a year are counted by time.
create index campaign_history_in_year on campaign_history (at, event);
-- The audit log lists the latest acts of staff.
create index campaign_history_at on campaign_history (at);
create index campaign_history_of_person on campaign_history (actor_uid) where event = 'submit';

-- Consents to publish a child's or a person's health data (Nigeria Data Protection Act 2023, sections 26, 30 and 31).
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
  -- Visitors see a document that its organiser publishes once a reviewer has approved the campaign with it.
  published_at timestamptz,
  -- The key is gone from then on. A job deletes the file, then the row.
  deleted_at timestamptz
);
create index campaign_document_by_campaign on campaign_document (campaign_id) where campaign_id is not null;
create index campaign_document_by_owner on campaign_document (owner_uid, created_at);
create index campaign_document_digest on campaign_document (digest);
create index campaign_document_deleted on campaign_document (deleted_at) where deleted_at is not null;

-- Money that the organiser received elsewhere, as the organiser says: apart from the ledger and from every sum of donations. A row is
-- withdrawn by its organiser or struck by a reviewer, and never changed.
create table outside_receipt (
  id uuid primary key default gen_random_uuid(),
  -- Null: of the draft that the archive of a campaign became.
  campaign_id text,
  -- The organiser.
  owner_uid text not null,
  amount_kobo bigint not null check (amount_kobo > 0),
  day date not null,
  note text not null check (length(note) between 1 and 200),
  -- A campaign_document. Required above ₦50,000.
  document_id uuid check (document_id is not null or amount_kobo <= 5000000),
  written_at timestamptz not null,
  withdrawn_at timestamptz,
  struck_at timestamptz,
  struck_by text,
  struck_reason text,
  check (num_nulls(struck_at, struck_by, struck_reason) in (0, 3)),
  check (withdrawn_at is null or struck_at is null)
);
create index outside_receipt_of_campaign on outside_receipt (campaign_id, written_at);
create index outside_receipt_document on outside_receipt (document_id) where document_id is not null;
create index outside_receipt_of_owner on outside_receipt (owner_uid);
grant select, insert, delete, update (campaign_id, withdrawn_at, struck_at, struck_by, struck_reason) on outside_receipt to ajo_app;

-- What the organiser spent of the money that was paid out, as the organiser says. A row is withdrawn by its organiser or struck by a
-- reviewer, and never changed.
create table expense (
  id uuid primary key default gen_random_uuid(),
  campaign_id text not null,
  -- The organiser.
  owner_uid text not null,
  -- The key of a line of the budget: its first text.
  line text not null check (length(line) between 1 and 80),
  amount_kobo bigint not null check (amount_kobo > 0),
  day date not null,
  payee text not null check (length(payee) between 1 and 120),
  -- A campaign_document.
  document_id uuid not null,
  written_at timestamptz not null,
  withdrawn_at timestamptz,
  struck_at timestamptz,
  struck_by text,
  struck_reason text,
  check (num_nulls(struck_at, struck_by, struck_reason) in (0, 3)),
  check (withdrawn_at is null or struck_at is null)
);
create index expense_of_campaign on expense (campaign_id, written_at);
create unique index expense_document on expense (document_id) where withdrawn_at is null and struck_at is null;
create index expense_of_owner on expense (owner_uid);
create index expense_alike on expense (amount_kobo, day);
create index expense_of_day on expense (day);
grant select, insert, delete, update (withdrawn_at, struck_at, struck_by, struck_reason) on expense to ajo_app;

-- Who looks after a campaign beside its organiser. A row is an invitation until a person accepts it. It stays after its end, because for
-- seven days after a treasurer left, the organiser must not move money alone.
create table campaign_member (
  id uuid primary key default gen_random_uuid(),
  campaign_id text not null,
  role text not null check (role in ('editor', 'treasurer')),
  -- The address that was invited. Afterwards that of the account counts.
  email_sealed bytea,
  invited_at timestamptz not null,
  uid text,
  accepted_at timestamptz,
  -- Until then what a treasurer confirms needs another treasurer: the organiser may have invited an account of their own.
  confirms_from timestamptz,
  ended_at timestamptz,
  check (num_nulls(uid, accepted_at, confirms_from) in (0, 3)),
  check ((email_sealed is null) = (accepted_at is not null or ended_at is not null))
);
create index campaign_member_of_campaign on campaign_member (campaign_id);
create unique index campaign_member_once on campaign_member (uid, campaign_id) where uid is not null and ended_at is null;
grant select, insert, delete, update (uid, email_sealed, accepted_at, confirms_from, ended_at) on campaign_member to ajo_app;

-- What one person who looks after the money asks and another one must confirm. Append-only, as its answers are.
create table campaign_request (
  id uuid primary key default gen_random_uuid(),
  campaign_id text not null,
  kind text not null check (kind in ('payee', 'end', 'refund')),
  uid text not null,
  -- What was asked for. Null once it is answered or lapsed.
  input_sealed bytea,
  asked_at timestamptz not null
);
create index campaign_request_of_campaign on campaign_request (campaign_id, asked_at);
create index campaign_request_of_person on campaign_request (uid);
create index campaign_request_sealed on campaign_request (asked_at) where input_sealed is not null;
grant select, insert, delete, update (input_sealed) on campaign_request to ajo_app;

create table campaign_request_answer (
  request_id uuid primary key references campaign_request on delete cascade,
  answer text not null check (answer in ('confirm', 'decline', 'withdraw')),
  uid text not null,
  at timestamptz not null
);
create index campaign_request_answer_of_person on campaign_request_answer (uid);

-- What stays public of a deleted campaign. One row each, written in the transaction that checks the legal hold. From then on no report,
-- donation or freeze is added.
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
grant select, insert, update on deleted_campaign to ajo_app;

-- Former addresses as keyed digests: old links lead to the remaining page, and no other campaign gets the address.
create table deleted_campaign_slug (
  digest bytea primary key check (length(digest) = 32),
  campaign_id text not null
);

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

create trigger outside_receipt_of_deleted_campaign before insert on outside_receipt
  for each row when (new.campaign_id is not null) execute function refuse_deleted_campaign();
create trigger expense_of_deleted_campaign before insert on expense
  for each row execute function refuse_deleted_campaign();
create trigger campaign_member_of_deleted_campaign before insert on campaign_member
  for each row execute function refuse_deleted_campaign();
create trigger campaign_request_of_deleted_campaign before insert on campaign_request
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

grant select, insert on campaign_history, campaign_request_answer, deleted_campaign_slug to ajo_app;
grant select, insert, update, delete on
  campaign, campaign_slug, campaign_claim, campaign_submission, campaign_slot, campaign_draft, campaign_pending_change, campaign_version,
  campaign_document to ajo_app;
