-- What organisers tell about their campaign after it started.
create table campaign_update (
  campaign_id text not null,
  id uuid not null,
  key_hash bytea not null,
  body_hash bytea not null,
  title text not null check (length(title) between 1 and 100),
  text text not null check (length(text) between 1 and 5000),
  -- The texts before each edit, oldest first: [{title, text, at}].
  earlier jsonb not null default '[]',
  published_at timestamptz not null,
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_by text,
  -- When the last mail about it was stored.
  mailed_at timestamptz,
  primary key (campaign_id, id),
  unique (campaign_id, key_hash),
  check ((hidden_at is null) = (hidden_by is null))
);
create index campaign_update_newest on campaign_update (campaign_id, published_at desc, id desc);
grant select, insert, update, delete on campaign_update to ajo_app;
