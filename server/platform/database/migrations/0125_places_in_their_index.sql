-- Expand: the version before reads the same lists with these indexes.
-- A list is walked by an index that starts with its narrowest condition. The index includes what else is compared, because the rows of a
-- place lie far apart, and the planner therefore read all campaigns by the day of their creation instead.
drop index campaign_listing_created;
drop index campaign_listing_city;
drop index campaign_listing_country;
drop index campaign_listing_city_ending;
drop index campaign_listing_country_ending;
create index campaign_listing_city on campaign_listing (city, created_at desc, campaign_id desc)
  include (category, cause, country, end_date, share, raised_kobo, trend);
create index campaign_listing_country on campaign_listing (country, created_at desc, campaign_id desc)
  include (category, cause, city, end_date, share, raised_kobo, trend);
create index campaign_listing_city_ending on campaign_listing (city, end_date, campaign_id)
  include (category, cause, country, share);
create index campaign_listing_country_ending on campaign_listing (country, end_date, campaign_id)
  include (category, cause, city, share);

-- Searches find the words of campaigns that begin with a typed word here: among them compounds, numbers and addresses of pages.
insert into search_word (word)
  select distinct word from campaign, unnest(tsvector_to_array(search)) as word
  where deleted_at is null and word !~ '^[[:alnum:]]{2,40}$'
  on conflict do nothing;
