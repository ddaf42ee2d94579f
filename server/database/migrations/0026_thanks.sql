-- Whether the donor wants to hear from the campaign's owner.
alter table donation add column updates boolean not null default false;

-- Where a mail's reader ends mails of its kind with one press.
alter table mail_outbox add column unsubscribe_url text;

-- What owners write to those who gave and want to hear of it: to the giver of one gift, or of every gift of at least so much.
create table thanks (
  campaign_id text not null,
  id uuid not null,
  mode text not null,
  key_hash bytea not null check (length(key_hash) = 32),
  body_hash bytea not null check (length(body_hash) = 32),
  message text not null check (length(message) between 1 and 2000),
  donation_id uuid,
  least_kobo bigint check (least_kobo > 0),
  recipients integer not null check (recipients > 0),
  created_at timestamptz not null,
  primary key (campaign_id, id),
  unique (campaign_id, key_hash),
  check ((donation_id is null) <> (least_kobo is null))
);
create index thanks_created_at on thanks (campaign_id, created_at);

-- When a donor was last thanked by a campaign, and by which message.
create table thanks_sent (
  campaign_id text not null,
  donor_key bytea not null check (length(donor_key) = 32),
  thanks_id uuid not null,
  sent_at timestamptz not null,
  primary key (campaign_id, donor_key)
);

-- Who wants to hear no more from a campaign's owner.
create table mail_refusal (
  campaign_id text not null,
  donor_key bytea not null check (length(donor_key) = 32),
  at timestamptz not null,
  primary key (campaign_id, donor_key)
);

grant select, insert on thanks, mail_refusal to ajo_app;
grant select, insert, update on thanks_sent to ajo_app;
