-- Refunds of a quarantined payment that failed. What the provider took for them and gave back has no entry either.
alter table quarantined_payment add column earlier_refund_ids bigint[] not null default '{}';
