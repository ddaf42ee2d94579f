-- People who confirmed that a campaign's updates are mailed to them.
create table campaign_follower (
  campaign_id text not null,
  -- The keyed digest that donations have for the same address, so that one person gets one mail.
  donor_key bytea not null check (length(donor_key) = 32),
  email_sealed bytea not null,
  language text not null,
  followed_at timestamptz not null,
  primary key (campaign_id, donor_key)
);
create index campaign_follower_address on campaign_follower (donor_key);
grant select, insert, update, delete on campaign_follower to ajo_app;
