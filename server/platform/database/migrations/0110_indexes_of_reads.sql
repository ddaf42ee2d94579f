-- Reads that a plan with 100,000 campaigns and 10,000 donations on one of them showed to scan whole tables.
create index thank_you_delivery_donor on thank_you_delivery (donor_key);
create index mail_outbox_recipient on mail_outbox (recipient_key) where recipient_key is not null;
create index mail_outbox_address on mail_outbox (lower(recipient)) where recipient is not null;
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
create index mail_outbox_undelivered on mail_outbox (created_at) where sent_at is null and failed_at is null;
create index audit_log_of_person on audit_log (uid, at);
create index access_log_of_person on access_log (uid, at);
create index access_log_about_donors on access_log (at desc, id desc) where concerns = 'donors' and subjects is null;
create index campaign_history_of_person on campaign_history (actor_uid) where event = 'submit';
create index account_of_address on account (email);
create index refund_of_person on refund (requested_by_uid) where requested_by_uid is not null;
create index campaign_slug_of_campaign on campaign_slug (campaign_id);
