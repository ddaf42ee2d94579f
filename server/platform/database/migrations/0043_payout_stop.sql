-- Reasons beside a freeze for which the payouts of a campaign are on hold, and the second person of an unfreeze (decision 0046).

create table payout_stop (
  id bigint generated always as identity primary key,
  campaign_id text not null,
  kind text not null check (kind in ('payee', 'bank-account', 'waiting-days', 'reviewer')),
  -- The account that the stop is about, which may have no donation yet.
  sub_account_code text,
  started_at timestamptz not null,
  -- When it ends by itself. Null: when it is released.
  until timestamptz,
  -- The staff member whose decision the release confirms, and who therefore cannot make it.
  asked_by text,
  ended_at timestamptz,
  -- The staff member who released it. Null: it ended because its condition was met.
  ended_by text,
  reason text check (length(reason) <= 2000),
  check ((ended_by is not null) = (reason is not null))
);
create unique index payout_stop_open on payout_stop (campaign_id, kind) where ended_at is null;
grant select, insert, update, delete on payout_stop to ajo_app;
create trigger stop_of_deleted_campaign before insert on payout_stop
  for each row execute function refuse_deleted_campaign();

-- The first of the two staff members who end a freeze.
alter table campaign_freeze
  add column unfreeze_asked_by text,
  add column unfreeze_asked_at timestamptz,
  add check ((unfreeze_asked_by is null) = (unfreeze_asked_at is null));
grant update on campaign_freeze to ajo_app;
