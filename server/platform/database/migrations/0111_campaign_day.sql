-- Sums of a campaign's entries by the day of the money in Lagos, so that charts and statements read days in place of donations.
create table campaign_day (
  campaign_id text not null,
  mode text not null,
  day date not null,
  owner_uid text not null,
  entries integer not null,
  donations integer not null,
  donated_kobo bigint not null,
  reversed_kobo bigint not null,
  donor_kobo bigint not null,
  owner_kobo bigint not null,
  platform_kobo bigint not null,
  provider_kobo bigint not null,
  paid_out_kobo bigint not null,
  primary key (campaign_id, mode, day)
) with (fillfactor = 50);
create index campaign_day_of_owner on campaign_day (owner_uid, mode, day);
create index campaign_day_of_all on campaign_day (mode, day);
-- Only the trigger writes.
grant select on campaign_day to ajo_app;

create function sum_entries_of_days() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- Sorted, so that two statements lock the days in the same order.
  insert into campaign_day as total
  select campaign_id, mode, (effective_at at time zone 'Africa/Lagos')::date, min(owner_uid), count(*),
    count(*) filter (where kind = 'charge'), coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0),
    coalesce(-sum(raised_kobo) filter (where reversal_key is not null), 0), sum(donor_kobo), sum(owner_kobo), sum(platform_kobo),
    sum(provider_kobo), sum(paid_out_kobo)
  from entry group by 1, 2, 3 order by 1, 2, 3
  on conflict (campaign_id, mode, day) do update set
    entries = total.entries + excluded.entries, donations = total.donations + excluded.donations,
    donated_kobo = total.donated_kobo + excluded.donated_kobo, reversed_kobo = total.reversed_kobo + excluded.reversed_kobo,
    donor_kobo = total.donor_kobo + excluded.donor_kobo, owner_kobo = total.owner_kobo + excluded.owner_kobo,
    platform_kobo = total.platform_kobo + excluded.platform_kobo, provider_kobo = total.provider_kobo + excluded.provider_kobo,
    paid_out_kobo = total.paid_out_kobo + excluded.paid_out_kobo;
  return null;
end $$;
create trigger sum_entries_of_days after insert on ledger_entry
  referencing new table as entry for each statement execute function sum_entries_of_days();

insert into campaign_day
select campaign_id, mode, (effective_at at time zone 'Africa/Lagos')::date, min(owner_uid), count(*),
  count(*) filter (where kind = 'charge'), coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0),
  coalesce(-sum(raised_kobo) filter (where reversal_key is not null), 0), sum(donor_kobo), sum(owner_kobo), sum(platform_kobo),
  sum(provider_kobo), sum(paid_out_kobo)
from ledger_entry group by 1, 2, 3;
