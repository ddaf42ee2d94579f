-- Alarms whose condition holds, so that of several processes one tells about each (decision 0057).
create table alarm (
  name text primary key,
  since timestamptz not null,
  -- When the admin's mail was enqueued and when the webhook accepted it.
  mailed_at timestamptz,
  posted_at timestamptz
);
grant select, insert, update, delete on alarm to ajo_app;
