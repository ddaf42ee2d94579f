-- Codes that people share as /c/{slug}/{code}. A row does not say whose code it is: the secret link of the owner does.
create table personal_link (
  campaign_id text not null,
  code text not null check (code ~ '^[bcdfghjkmnpqrstvwxyz2-9]{8}$'),
  created_at timestamptz not null,
  primary key (campaign_id, code)
);
grant select, insert, delete on personal_link to ajo_app;

-- The code under which the donor came, or poster, card or embed. Null: none.
alter table donation add column source text check (source ~ '^(poster|card|embed|[bcdfghjkmnpqrstvwxyz2-9]{8})$');
create index donation_by_source on donation (campaign_id, source) where source is not null;
