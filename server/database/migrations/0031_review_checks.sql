-- What reviewers are shown beside a campaign: pictures and texts that another one has as well. Ours in both content modes.

-- Difference hash of the picture made small: near-copies differ in few bits. Null where it says nothing, such as for a plain colour.
alter table image add column dhash bit(64);

-- The pictures of campaigns by that hash. Two of at most seven bits difference have at most one in at least one of four bands.
create table picture_print (
  campaign_id text not null,
  image_id text not null,
  dhash bit(64) not null,
  band_0 integer not null,
  band_1 integer not null,
  band_2 integer not null,
  band_3 integer not null,
  primary key (campaign_id, image_id)
);
create index picture_print_band_0 on picture_print (band_0);
create index picture_print_band_1 on picture_print (band_1);
create index picture_print_band_2 on picture_print (band_2);
create index picture_print_band_3 on picture_print (band_3);

-- The least hashes of a campaign's runs of three words: two texts share as many of them as they have in common.
create table text_print (
  print bigint not null,
  campaign_id text not null,
  primary key (print, campaign_id)
);
create index text_print_campaign on text_print (campaign_id);

grant select, insert, update, delete on picture_print, text_print to ajo_app;
