-- Whether it is shorter to walk a list in its order or to look a word up depends on how many campaigns have the word. PostgreSQL knows it
-- of a word's beginning only where it has kept the commonest hundred words or more; decision 0023.
alter table campaign_listing alter column search set statistics 300;

-- 'Nearly there' leaves out what has ended: with the day beside it, the index answers that without the row.
drop index campaign_listing_share;
create index campaign_listing_share on campaign_listing (share desc, campaign_id desc) include (end_date);
drop index campaign_listing_category_share;
create index campaign_listing_category_share on campaign_listing (category, share desc, campaign_id desc) include (end_date);

analyze campaign_listing;
