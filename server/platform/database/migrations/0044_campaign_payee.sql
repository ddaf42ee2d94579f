-- Who receives the money of a campaign, for each of its bank accounts, and how that was confirmed (decision 0046).

create table campaign_payee (
  campaign_id text not null,
  sub_account_code text not null,
  -- False for the account of a change that waits, and for earlier accounts.
  is_current boolean not null,
  kind text not null check (kind in ('self', 'person', 'hospital', 'school', 'organisation')),
  -- Empty for the organiser, who has a name already.
  name text not null,
  email text,
  cac_number text,
  scuml_number text,
  -- Another person is asked by a mailed link. Everybody else is confirmed by the account's name and the reviewer.
  state text not null check (state in ('not-asked', 'asked', 'confirmed', 'declined', 'withdrawn')),
  link_hash bytea unique,
  link_expires_at timestamptz,
  links integer not null default 0,
  answered_at timestamptz,
  -- The account holder's name that the organiser confirmed.
  confirmed_name text,
  confirmed_at timestamptz,
  created_at timestamptz not null,
  primary key (campaign_id, sub_account_code),
  check ((kind = 'person') = (email is not null)),
  check ((kind = 'person') = (state <> 'not-asked')),
  check ((confirmed_name is null) = (confirmed_at is null))
);
create unique index campaign_payee_current on campaign_payee (campaign_id) where is_current;
grant select, insert, update, delete on campaign_payee to ajo_app;
create trigger payee_of_deleted_campaign before insert on campaign_payee
  for each row execute function refuse_deleted_campaign();
