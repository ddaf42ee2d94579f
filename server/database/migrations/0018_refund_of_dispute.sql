-- A refund that pays a lost dispute is the same money, not more.
alter table provider_refund add column dispute_id bigint;
