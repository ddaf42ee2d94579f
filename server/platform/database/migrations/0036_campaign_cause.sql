-- What a campaign of the category 'other' is for. Null is something else, or unknown.
alter table campaign add column cause text check (cause in ('charity', 'legal'));
alter table campaign_listing add column cause text;

-- Each order of the lists of a cause, as for a category.
create index campaign_listing_cause_newest on campaign_listing (cause, created_at desc, campaign_id desc)
  where cause is not null;
create index campaign_listing_cause_ending on campaign_listing (cause, end_date, campaign_id) where cause is not null;
create index campaign_listing_cause_raised on campaign_listing (cause, raised_kobo desc, campaign_id desc)
  where cause is not null;
create index campaign_listing_cause_share on campaign_listing (cause, share desc, campaign_id desc) include (end_date)
  where cause is not null;
create index campaign_listing_cause_trend on campaign_listing (cause, trend desc, campaign_id desc) where cause is not null;
