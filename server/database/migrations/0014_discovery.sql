-- Finding campaigns: words with or without tone marks, misspelt words, filters and sorts, each by an index.
create extension if not exists pg_trgm;

-- The same as plainText() in server/providers/content/plain-text.ts: without marks, hooks and capitals. unaccent would not do: it is not
-- immutable, so no stored column can be made with it, and it does not know every Yoruba letter.
alter table campaign drop column search;
alter table campaign add column search tsvector not null generated always as (
  to_tsvector('simple', translate(lower(regexp_replace(
    normalize(title || ' ' || city || ' ' || country || ' ' || category || ' ' || description, NFD),
    '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')),
    'ɓɗƙƴŋəɔɛƁƊƘƳŊƏƆƐ', 'bdkyneoebdkyneoe'))
) stored;
create index campaign_search on campaign using gin (search) where deleted_at is null;

-- Every word that stands in a campaign: a typed word that begins none of them is misspelt, and the nearest ones are looked up here.
create table search_word (
  word text collate "C" primary key
);
create index search_word_nearest on search_word using gin (word gin_trgm_ops);
insert into search_word (word)
  select distinct word from campaign, unnest(tsvector_to_array(search)) as word where word ~ '^[[:alnum:]]{2,40}$';

-- The campaigns that everybody is shown, as they are filtered and sorted. What is raised and what is trending follows the books by a job.
create table campaign_listing (
  campaign_id uuid primary key,
  category text not null,
  -- Plain, as plainText() makes them.
  country text not null,
  city text not null,
  created_at timestamptz not null,
  end_date date,
  goal_kobo bigint not null check (goal_kobo > 0),
  raised_kobo bigint not null default 0,
  -- Ten-thousandths of the goal, at most all of them.
  share integer not null default 0 check (share between 0 and 10000),
  -- Donors of the last seven days in front, the second of its creation behind.
  trend bigint not null,
  ranked_at timestamptz,
  search tsvector not null
);
create index campaign_listing_newest on campaign_listing (created_at desc, campaign_id desc);
create index campaign_listing_ending on campaign_listing (end_date, campaign_id);
create index campaign_listing_raised on campaign_listing (raised_kobo desc, campaign_id desc);
create index campaign_listing_share on campaign_listing (share desc, campaign_id desc);
create index campaign_listing_trend on campaign_listing (trend desc, campaign_id desc);
create index campaign_listing_category_newest on campaign_listing (category, created_at desc, campaign_id desc);
create index campaign_listing_category_ending on campaign_listing (category, end_date, campaign_id);
create index campaign_listing_category_raised on campaign_listing (category, raised_kobo desc, campaign_id desc);
create index campaign_listing_category_share on campaign_listing (category, share desc, campaign_id desc);
create index campaign_listing_category_trend on campaign_listing (category, trend desc, campaign_id desc);
create index campaign_listing_country on campaign_listing (country, created_at desc, campaign_id desc);
create index campaign_listing_city on campaign_listing (city, created_at desc, campaign_id desc);
create index campaign_listing_unranked on campaign_listing (campaign_id) where ranked_at is null;
create index campaign_listing_search on campaign_listing using gin (search);

insert into campaign_listing (campaign_id, category, country, city, created_at, end_date, goal_kobo, trend, search)
  select id, category,
    translate(lower(regexp_replace(normalize(country, NFD),
      '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')), 'ɓɗƙƴŋəɔɛƁƊƘƳŊƏƆƐ', 'bdkyneoebdkyneoe'),
    translate(lower(regexp_replace(normalize(city, NFD),
      '[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]', '', 'g')), 'ɓɗƙƴŋəɔɛƁƊƘƳŊƏƆƐ', 'bdkyneoebdkyneoe'),
    created_at, end_date, goal, extract(epoch from created_at)::bigint, search
  from campaign where status = 'approved' and deleted_at is null;

-- Which campaigns were given to of late.
create index ledger_entry_at on ledger_entry (mode, at);

grant select, insert on search_word to ajo_app;
grant select, insert, update, delete on campaign_listing to ajo_app;
