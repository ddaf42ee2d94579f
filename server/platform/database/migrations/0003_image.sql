-- A stored picture.
create table image (
  -- The SHA-256 of its bytes in hex, or the id of an asset that another program uploaded to the hosted store.
  id text primary key check (
    id ~ '^([0-9a-f]{64}|image-[0-9a-f]{40}-[0-9]{1,5}x[0-9]{1,5}-(jpg|jpeg|png|webp))$'
  ),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes integer not null check (size_bytes > 0),
  -- Difference hash of the reduced picture: near-copies differ in few bits. Null where it says nothing, such as for a plain colour.
  dhash bit(64),
  -- Twelve colours in hex, four across and three down, shown while the picture loads.
  placeholder text check (placeholder ~ '^[0-9a-f]{72}$'),
  created_at timestamptz not null
);

-- Several people may upload the same picture.
create table image_upload (
  image_id text not null references image on delete cascade,
  owner_uid text not null,
  created_at timestamptz not null,
  primary key (image_id, owner_uid)
);
create index image_upload_by_owner on image_upload (owner_uid, created_at);

-- With hosted content: the asset that holds the picture there.
create table hosted_image (
  id text primary key check (id ~ '^[0-9a-f]{64}$'),
  asset_id text not null
);

grant select, insert, update, delete on image, image_upload, hosted_image to ajo_app;
