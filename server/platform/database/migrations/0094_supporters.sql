-- What the donor chose for the public list of supporters. Null: the donor was not asked, so the donation is not listed.
alter table donation add column shows_name boolean;
alter table donation add column hides_amount boolean;
alter table donation add column shows_message boolean;
-- When the donation was put on the list.
alter table donation add column listed_at timestamptz;
create index donation_to_list on donation (campaign_id, id)
  where state = 'paid' and shows_name is not null and listed_at is null;

-- Public lists. Names and words stay in the donation, so an erasure needs nothing here.
create table supporter (
  campaign_id text not null,
  -- Random, so that it says nothing about the order or the donation.
  id uuid not null default gen_random_uuid(),
  donation_id uuid not null,
  -- Null: hidden.
  amount_kobo bigint check (amount_kobo > 0),
  -- The time of the payment; of a hidden amount, that of its group.
  listed_at timestamptz not null,
  -- Supporters with hidden amounts, who were listed at the same time.
  group_id uuid,
  words text not null check (words in ('none', 'waiting', 'shown', 'hidden')),
  words_by text,
  reply text check (length(reply) between 1 and 500),
  replied_at timestamptz,
  primary key (campaign_id, id),
  unique (campaign_id, donation_id),
  check ((amount_kobo is null) = (group_id is not null)),
  check ((reply is null) = (replied_at is null))
);
create index supporter_newest on supporter (campaign_id, listed_at desc, id desc);
create index supporter_largest on supporter (campaign_id, amount_kobo desc, id desc) where amount_kobo is not null;
create index supporter_group on supporter (campaign_id, group_id) where group_id is not null;
grant select, insert, update, delete on supporter to ajo_app;
