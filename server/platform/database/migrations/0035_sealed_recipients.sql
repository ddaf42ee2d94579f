-- Addresses of waiting mails are sealed. The key, a fingerprint of the address, finds the mails to a recipient.
-- `recipient` is null, because the previous version sends every mail whose recipient equals that of its job, and null equals nothing. It
-- still writes `recipient` without the new columns; the sweep of the outbox seals such rows.
alter table mail_outbox
  alter column recipient drop not null,
  alter column domain drop expression,
  add column recipient_sealed bytea,
  add column recipient_key bytea check (length(recipient_key) = 32),
  add check ((recipient_sealed is null) = (recipient_key is null));

drop index mail_outbox_waiting, mail_outbox_done;
create index mail_outbox_waiting on mail_outbox (recipient_key, created_at, id)
  where sent_at is null and failed_at is null;
create index mail_outbox_done on mail_outbox (coalesce(sent_at, failed_at))
  where recipient_key is not null and (sent_at is not null or failed_at is not null);
create index mail_outbox_plain on mail_outbox (created_at) where recipient <> '';

-- The previous version reads and compares `address`, so a sealed row holds a random text there.
alter table mail_suppression
  alter column address set default gen_random_uuid()::text,
  add column address_sealed bytea,
  add column address_key bytea unique check (length(address_key) = 32),
  add check ((address_sealed is null) = (address_key is null));

-- These keys named the address for as long as the row existed.
update mail_outbox set key = null where key like 'sign-up attempt %';
