-- What a person decides of money that was kept aside. refunding: the provider is being asked, or was asked and nobody heard the answer.
alter table quarantine
  drop constraint quarantine_state_check,
  add column refund_id bigint,
  add column claimed_until timestamptz,
  add column resolved_at timestamptz,
  add constraint quarantine_state_check check (state in ('open', 'refunding', 'accepted', 'refunded', 'dismissed')),
  add constraint quarantine_resolved_check check ((resolved_at is not null) = (state in ('accepted', 'refunded', 'dismissed')));
create index quarantine_unresolved on quarantine (created_at) where resolved_at is null;
create index quarantine_donation on quarantine (campaign_id, donation_id) where donation_id is not null;

create index provider_refund_open on provider_refund (campaign_id, donation_id) where status not in ('processed', 'failed');
create index provider_dispute_open on provider_dispute (due_at) where status not in ('resolved', 'archived');
create index provider_dispute_number on provider_dispute (mode, dispute_id);
create index webhook_inbox_newest on webhook_inbox (received_at desc, id desc);
create index mail_outbox_failed on mail_outbox (failed_at) where failed_at is not null;

-- What operators did, and why. It only grows.
create table operator_act (
  id uuid primary key,
  uid text not null,
  act text not null check (length(act) between 1 and 40),
  subject text not null,
  reason text not null check (length(reason) <= 500),
  at timestamptz not null
);
create index operator_act_at on operator_act (at);

grant select, insert on operator_act to ajo_app;
