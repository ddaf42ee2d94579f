-- The approved campaigns as they are filtered and sorted. A job copies raised sums and trends from the ledger.
create table campaign_listing (
  campaign_id text primary key,
  category text not null,
  cause text,
  -- Plain, as toSearchText() makes them.
  country text not null,
  city text not null,
  created_at timestamptz not null,
  end_date date,
  goal_kobo bigint not null check (goal_kobo > 0),
  raised_kobo bigint not null default 0,
  -- Ten-thousandths of the goal, at most 10,000.
  share integer not null default 0 check (share between 0 and 10000),
  -- Donors of the last seven days in the high digits, the second of creation in the low ones.
  trend bigint not null,
  ranked_at timestamptz,
  search tsvector not null
);
create index campaign_listing_newest on campaign_listing (created_at desc, campaign_id desc);
create index campaign_listing_ending on campaign_listing (end_date, campaign_id);
create index campaign_listing_raised on campaign_listing (raised_kobo desc, campaign_id desc);
-- 'Nearly there' leaves out ended campaigns: with end_date included the index answers without the row.
create index campaign_listing_share on campaign_listing (share desc, campaign_id desc) include (end_date);
create index campaign_listing_trend on campaign_listing (trend desc, campaign_id desc);
create index campaign_listing_category_newest on campaign_listing (category, created_at desc, campaign_id desc);
create index campaign_listing_category_ending on campaign_listing (category, end_date, campaign_id);
create index campaign_listing_category_raised on campaign_listing (category, raised_kobo desc, campaign_id desc);
create index campaign_listing_category_share on campaign_listing (category, share desc, campaign_id desc) include (end_date);
create index campaign_listing_category_trend on campaign_listing (category, trend desc, campaign_id desc);
create index campaign_listing_unranked on campaign_listing (campaign_id) where ranked_at is null;
create index campaign_listing_search on campaign_listing using gin (search);
-- Each order of the lists of a cause, as for a category.
create index campaign_listing_cause_newest on campaign_listing (cause, created_at desc, campaign_id desc)
  where cause is not null;
create index campaign_listing_cause_ending on campaign_listing (cause, end_date, campaign_id) where cause is not null;
create index campaign_listing_cause_raised on campaign_listing (cause, raised_kobo desc, campaign_id desc)
  where cause is not null;
create index campaign_listing_cause_share on campaign_listing (cause, share desc, campaign_id desc) include (end_date)
  where cause is not null;
create index campaign_listing_cause_trend on campaign_listing (cause, trend desc, campaign_id desc) where cause is not null;
-- A list is walked by an index that starts with its narrowest condition. The index includes what else is compared, because the rows of a
-- place lie far apart, and the planner would otherwise read all campaigns by the day of their creation.
create index campaign_listing_city on campaign_listing (city, created_at desc, campaign_id desc)
  include (category, cause, country, end_date, share, raised_kobo, trend);
create index campaign_listing_country on campaign_listing (country, created_at desc, campaign_id desc)
  include (category, cause, city, end_date, share, raised_kobo, trend);
create index campaign_listing_city_ending on campaign_listing (city, end_date, campaign_id)
  include (category, cause, country, share);
create index campaign_listing_country_ending on campaign_listing (country, end_date, campaign_id)
  include (category, cause, city, share);
-- The planner chooses between walking a list and looking up a word by how common the word is. It knows that of a word's beginning only
-- with statistics on at least the hundred commonest words.
alter table campaign_listing alter column search set statistics 300;
grant select, insert, update, delete on campaign_listing to ajo_app;

-- The number of approved campaigns, which the first page shows. Counting them reads the whole listing.
create table listing_size (
  id boolean primary key default true check (id),
  campaigns integer not null
);
grant select on listing_size to ajo_app;

create function count_listing() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  change integer := (select count(*) from changed);
begin
  if tg_op = 'DELETE' then change := -change; end if;
  if change <> 0 then
    insert into listing_size as size (campaigns) values (change)
    on conflict (id) do update set campaigns = size.campaigns + excluded.campaigns;
  end if;
  return null;
end $$;
create trigger count_added after insert on campaign_listing
  referencing new table as changed for each statement execute function count_listing();
create trigger count_removed after delete on campaign_listing
  referencing old table as changed for each statement execute function count_listing();

-- The consonants of a word as they are heard, so that 'skul' is found near 'school' and 'fon' near 'phone'.
create function sound_of(word text) returns text language sql immutable parallel safe
begin atomic
  select left(heard, 1) || regexp_replace(regexp_replace(substr(heard, 2), '[aeiouyhw]', '', 'g'), '(.)\1+', '\1', 'g')
  from (
    select translate(regexp_replace(replace(replace(word, 'ph', 'f'), 'ck', 'k'), 'c([eiy])', 's\1', 'g'), 'cqz', 'kks') as heard) known;
end;

-- Every word of every campaign. A typed word that begins none of them is misspelt, and its nearest words are looked up here. Belongs to
-- the embedded content store, as campaign_listing does.
create table search_word (
  word text collate "C" primary key,
  sound text collate "C" not null generated always as (sound_of(word)) stored
);
create index search_word_sound on search_word (sound);
create index search_word_nearest on search_word using gin (word gin_trgm_ops);
grant select, insert, delete on search_word to ajo_app;

-- How many changes of the hosted store public lists must show, and the deliveries of its webhook that had their effect.
create table listed_write (
  is_only boolean primary key default true check (is_only),
  issued bigint not null check (issued >= 0),
  issued_at timestamptz not null,
  deliveries text[] not null default '{}' check (cardinality(deliveries) <= 100)
);
grant select, insert, update on listed_write to ajo_app;
