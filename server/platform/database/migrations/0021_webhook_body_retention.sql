-- Bodies of webhooks are deleted after 90 days. Their digest (body_hash) stays.
alter table webhook_inbox
  alter column body_sealed drop not null,
  add column body_deleted_at timestamptz,
  add constraint webhook_inbox_body_or_deleted check ((body_sealed is null) = (body_deleted_at is not null));
create index webhook_inbox_body on webhook_inbox (received_at) where body_sealed is not null;
