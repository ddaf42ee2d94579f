-- Public lists. Names and words stay in the donation, so an erasure needs nothing here.
create table supporter (
  campaign_id text not null,
  -- Random, so that it says nothing about the order or the donation.
  id uuid not null default gen_random_uuid(),
  donation_id uuid not null,
  -- Null: hidden.
  amount_kobo bigint check (amount_kobo > 0),
  -- The time of the payment; of a hidden amount, that of its group.
  listed_at timestamptz not null,
  -- Supporters with hidden amounts, who were listed at the same time.
  group_id uuid,
  words text not null check (words in ('none', 'waiting', 'shown', 'hidden')),
  words_by text,
  reply text check (length(reply) between 1 and 500),
  replied_at timestamptz,
  primary key (campaign_id, id),
  unique (campaign_id, donation_id),
  check ((amount_kobo is null) = (group_id is not null)),
  check ((reply is null) = (replied_at is null))
);
create index supporter_newest on supporter (campaign_id, listed_at desc, id desc);
create index supporter_largest on supporter (campaign_id, amount_kobo desc, id desc) where amount_kobo is not null;
create index supporter_group on supporter (campaign_id, group_id) where group_id is not null;

-- Thank-you messages from organisers to donors who agreed to emails: to the donor of one donation, or to donors of at least an amount.
create table thank_you_message (
  campaign_id text not null,
  id uuid not null,
  mode text not null,
  key_hash bytea not null check (length(key_hash) = 32),
  body_hash bytea not null check (length(body_hash) = 32),
  message text not null check (length(message) between 1 and 2000),
  donation_id uuid,
  minimum_kobo bigint check (minimum_kobo > 0),
  recipients integer not null check (recipients > 0),
  created_at timestamptz not null,
  primary key (campaign_id, id),
  unique (campaign_id, key_hash),
  check ((donation_id is null) <> (minimum_kobo is null))
);
create index thank_you_message_created_at on thank_you_message (campaign_id, created_at);

-- The last message that a donor received from a campaign.
create table thank_you_delivery (
  campaign_id text not null,
  donor_key bytea not null check (length(donor_key) = 32),
  message_id uuid not null,
  sent_at timestamptz not null,
  primary key (campaign_id, donor_key)
);
create index thank_you_delivery_donor on thank_you_delivery (donor_key);

-- Donors who unsubscribed from a campaign's emails.
create table campaign_unsubscribe (
  campaign_id text not null,
  donor_key bytea not null check (length(donor_key) = 32),
  at timestamptz not null,
  primary key (campaign_id, donor_key)
);

-- Codes that people share as /c/{slug}/{code}. A row does not say whose code it is: the secret link of the owner does.
create table personal_link (
  campaign_id text not null,
  code text not null check (code ~ '^[bcdfghjkmnpqrstvwxyz2-9]{8}$'),
  created_at timestamptz not null,
  primary key (campaign_id, code)
);

-- What organisers tell about their campaign after it started.
create table campaign_update (
  campaign_id text not null,
  id uuid not null,
  key_hash bytea not null,
  body_hash bytea not null,
  title text not null check (length(title) between 1 and 100),
  text text not null check (length(text) between 1 and 5000),
  -- In the form of those of campaigns.
  images jsonb not null default '[]' check (jsonb_typeof(images) = 'array' and jsonb_array_length(images) <= 4),
  -- What each edit replaced, oldest first: [{title, text, images, at}].
  earlier jsonb not null default '[]',
  published_at timestamptz not null,
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_by text,
  -- When the last mail about it was stored.
  mailed_at timestamptz,
  primary key (campaign_id, id),
  unique (campaign_id, key_hash),
  check ((hidden_at is null) = (hidden_by is null))
);
create index campaign_update_newest on campaign_update (campaign_id, published_at desc, id desc);
-- For searches: the expression of `toSearchTextSql`.
create index campaign_update_words on campaign_update using gin (to_tsvector('simple', translate(lower(regexp_replace(
  normalize(title || ' ' || text, NFD), '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')),
  'ɓɗƙƴŋəɔɛƁƊƘƳŊƏƆƐ', 'bdkyneoebdkyneoe'))) where hidden_at is null;
create index campaign_update_images on campaign_update using gin (images jsonb_path_ops);
create index campaign_update_earlier_images on campaign_update using gin (earlier jsonb_path_ops);

-- People who confirmed that a campaign's updates, or a reminder of its end, are mailed to them.
create table campaign_follower (
  campaign_id text not null,
  -- The keyed digest that donations have for the same address, so that one person gets one mail.
  donor_key bytea not null check (length(donor_key) = 32),
  email_sealed bytea not null,
  language text not null,
  followed_at timestamptz not null,
  -- What is mailed: its updates, and once three days before its end.
  wants_updates boolean not null default true,
  wants_reminder boolean not null default false,
  primary key (campaign_id, donor_key)
);
create index campaign_follower_reminder on campaign_follower (campaign_id) where wants_reminder;
create index campaign_follower_address on campaign_follower (donor_key);

-- People who get one mail a week about all campaigns instead of a mail for each update.
create table digest_reader (
  donor_key bytea primary key check (length(donor_key) = 32),
  chosen_at timestamptz not null
);

-- Updates that are not mailed alone but in the weekly mail of a person.
create table digest_item (
  campaign_id text not null,
  update_id uuid not null,
  donor_key bytea not null check (length(donor_key) = 32),
  at timestamptz not null,
  -- The key of that mail. Null while the update waits for the end of the week.
  mail text,
  primary key (campaign_id, update_id, donor_key)
);
create index digest_item_waiting on digest_item (donor_key) where mail is null;
create index digest_item_mail on digest_item (mail) where mail is not null;
create index digest_item_age on digest_item (at);

-- Questions of visitors to the organiser of a campaign. Neither sees the address of the other.
create table campaign_question (
  campaign_id text not null,
  -- A keyed hash of the campaign, the asker and the words, so that a repeated form makes no second question.
  id uuid not null,
  asker_key bytea not null,
  -- Null once the answer is stored.
  asker_email_sealed bytea,
  asker_name text not null check (length(asker_name) between 1 and 60),
  language text not null,
  question text not null check (length(question) between 1 and 2000),
  state text not null check (state in ('unconfirmed', 'sent', 'answered', 'reported')),
  asked_at timestamptz not null,
  sent_at timestamptz,
  answer text check (length(answer) between 1 and 2000),
  answered_at timestamptz,
  reported_at timestamptz,
  primary key (campaign_id, id),
  check ((state = 'unconfirmed') = (sent_at is null)),
  check ((state = 'answered') = (answer is not null)),
  check ((answer is null) = (answered_at is null)),
  check ((state = 'reported') = (reported_at is not null))
);
create index campaign_question_newest on campaign_question (campaign_id, sent_at desc);
create index campaign_question_asker on campaign_question (asker_key);
create index campaign_question_age on campaign_question (asked_at);

-- Where a program of the organiser hears of events.
create table campaign_webhook (
  campaign_id text primary key,
  id uuid not null,
  url text not null check (length(url) between 1 and 500),
  created_at timestamptz not null,
  -- The campaign was approved before, which is no event.
  was_approved boolean not null,
  -- The last entry of the public ledger that became an event.
  place bigint not null
);

create table webhook_delivery (
  campaign_id text not null,
  id uuid not null,
  -- What happened, once for each webhook.
  event_key text not null,
  event text not null,
  body text not null,
  created_at timestamptz not null,
  attempts smallint not null default 0,
  -- The status of the last answer.
  status smallint,
  delivered_at timestamptz,
  failed_at timestamptz,
  primary key (campaign_id, id),
  unique (campaign_id, event_key)
);
create index webhook_delivery_newest on webhook_delivery (campaign_id, created_at desc);
create index webhook_delivery_age on webhook_delivery (created_at);

grant select, insert, delete on digest_reader, thank_you_message, campaign_unsubscribe, personal_link to ajo_app;
grant select, insert, update, delete on
  digest_item, supporter, thank_you_delivery, campaign_update, campaign_follower, campaign_question, campaign_webhook, webhook_delivery to ajo_app;
