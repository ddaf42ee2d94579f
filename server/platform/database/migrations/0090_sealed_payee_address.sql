-- The address of a payee is sealed. The previous version still writes `email` in plain text, and the task `seal-payees` seals such rows.
alter table campaign_payee
  add column email_sealed bytea,
  drop constraint campaign_payee_check,
  add constraint campaign_payee_address check ((kind = 'person') = (email is not null or email_sealed is not null));
create index campaign_payee_plain on campaign_payee (created_at) where email is not null;
