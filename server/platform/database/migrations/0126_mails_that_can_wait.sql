-- Mails to donors and lists: a payout causes thousands at once. They leave a part of a domain's deliveries to codes and links.
alter table mail_outbox add column can_wait boolean not null default false;
