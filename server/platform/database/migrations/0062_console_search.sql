-- Admins search donations by the donor's name, the campaign's title and the amount.
create index donation_donor_name on donation using gin (lower(donor_name) gin_trgm_ops);
create index donation_amount on donation (mode, amount_kobo, created_at desc);
create index donation_donor_key on donation (donor_key, created_at desc);
create index webhook_inbox_reference on webhook_inbox (reference) where reference is not null;

-- The audit log lists the latest acts of staff.
create index campaign_history_at on campaign_history (at);
create index refund_of_admin on refund (created_at) where requested_by = 'admin' and cause = 'request';
