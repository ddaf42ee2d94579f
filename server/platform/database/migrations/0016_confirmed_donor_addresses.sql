-- Donors' addresses that their owner confirmed, with a link in a mail or with an account. Organisers' messages go to no others. The
-- key is that of the donation: equal for equal addresses, reveals nothing about them.
create table confirmed_donor_address (
  donor_key bytea primary key check (length(donor_key) = 32),
  at timestamptz not null
);

grant select, insert, delete on confirmed_donor_address to ajo_app;
