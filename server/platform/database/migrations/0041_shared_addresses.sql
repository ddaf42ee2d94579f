-- The donor agreed that the organiser sees the address. Earlier donors were not asked, so their addresses are shown no more.
alter table donation add column shares_email boolean not null default false;
