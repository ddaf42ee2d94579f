-- What an owner wants changed of an approved campaign, until a reviewer has decided. Ours in both content modes: no foreign key.
create table campaign_change (
  campaign_id text primary key,
  status text not null check (status in ('pending', 'information-requested')),
  proposed jsonb not null,
  -- With a new bank account.
  account_number_sealed bytea,
  at timestamptz not null
);
create index campaign_change_waiting on campaign_change (at) where status = 'pending';

-- What was different from one day to the next of a campaign that everybody can read. Grows only.
create table campaign_edit (
  campaign_id text not null,
  id uuid not null,
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  at timestamptz not null,
  primary key (campaign_id, id)
);
create index campaign_edit_in_time on campaign_edit (campaign_id, at);

grant select, insert, update, delete on campaign_change to ajo_app;
grant select, insert, delete on campaign_edit to ajo_app;

-- Whose bank account it is that a sub-account pays out to, as the payment provider said.
create table account_holder (
  sub_account_code text primary key,
  name text not null
);

grant select, insert, update, delete on account_holder to ajo_app;
