-- Counts are given back when nothing was sent or stored, so a counter may return to zero.
alter table rate_limit_counter drop constraint rate_limit_counter_count_check;
alter table rate_limit_counter add constraint rate_limit_counter_count_check check (count >= 0);

-- Donors who proved their email address with a mailed code say nothing about their network or campaign.
alter table checkout_attempt add column is_proven boolean not null default false;

-- Campaigns that their owners are submitting right now. They count towards the limit of campaigns in review until they are stored.
create table campaign_slot (
  owner_uid text not null,
  campaign_id text not null,
  expires_at timestamptz not null,
  primary key (owner_uid, campaign_id)
);
grant select, insert, update, delete on campaign_slot to ajo_app;
