-- With hosted content: which asset over there is which picture of ours.
create table hosted_image (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  asset_id text not null
);

grant select, insert, update, delete on hosted_image to ajo_app;
