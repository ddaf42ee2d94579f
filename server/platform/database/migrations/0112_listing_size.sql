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

insert into listing_size (campaigns) select count(*) from campaign_listing;
