-- Expand: indexes of the list of a place by end date.
create index campaign_listing_city_ending on campaign_listing (city, end_date, campaign_id);
create index campaign_listing_country_ending on campaign_listing (country, end_date, campaign_id);
