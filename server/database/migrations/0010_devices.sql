-- What a person recognises a session by: "Firefox on Windows". Empty where it could not be told.
alter table session add column device text not null default '' check (length(device) <= 60);

-- Browsers that somebody has logged in with before, by a cookie of which only the hash is kept.
create table known_device (
  uid text not null references account on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  seen_at timestamptz not null,
  primary key (uid, device_hash)
);
create index known_device_seen_at on known_device (seen_at);

-- What happened to accounts, roles and sessions, and who did it. It only grows; it names people by uid alone, so that it may stay when
-- one of them leaves. Without a reference to account for the same reason.
create table account_event (
  id uuid primary key,
  uid text not null,
  -- Null: a command on the server.
  by_uid text,
  kind text not null check (length(kind) between 1 and 40),
  at timestamptz not null
);
create index account_event_uid on account_event (uid, at);

grant select, insert, update, delete on known_device to ajo_app;
grant select, insert on account_event to ajo_app;
