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

-- Donors who unsubscribed from a campaign's emails.
create table campaign_unsubscribe (
  campaign_id text not null,
  donor_key bytea not null check (length(donor_key) = 32),
  at timestamptz not null,
  primary key (campaign_id, donor_key)
);

grant select, insert, delete on thank_you_message to ajo_app;
grant select, insert, update on thank_you_delivery to ajo_app;
grant select, insert on campaign_unsubscribe to ajo_app;
