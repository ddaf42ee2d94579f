-- The language of mails. A donor with an account reads the account's language, a guest the language of the donation.
alter table account add column language text not null default 'en';
alter table donation add column language text not null default 'en';
