-- The receipt of a paid donation: a number for people, a code to verify it by, and a signature over its unchanging facts.
create table receipt_number (
  number text primary key check (number ~ '^[0-9]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$'),
  campaign_id text not null,
  donation_id uuid not null
);

create table receipt_code (
  code text primary key check (code ~ '^[0-9A-HJKMNP-TV-Z]{20}$'),
  campaign_id text not null,
  donation_id uuid not null
);

-- Public keys stay as long as a receipt names them, also after the signing key changed.
create table receipt_key (
  key_id text primary key check (key_id ~ '^[0-9a-f]{16}$'),
  public_key bytea not null,
  first_used_at timestamptz not null
);

-- The last serial number of each year. Its row is locked until the receipt is issued, so that no number is left out.
create table receipt_year (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  year smallint not null,
  issued integer not null,
  primary key (mode, year)
);
grant select, insert, update on receipt_year to ajo_app;

create table receipt (
  campaign_id text not null,
  donation_id uuid not null,
  number text not null,
  code text not null,
  donated_at timestamptz not null,
  issued_at timestamptz not null,
  -- Counts the receipts that were issued in a year in Lagos, for accountants.
  mode text not null,
  year smallint not null,
  serial integer not null,
  key_id text not null references receipt_key (key_id),
  signature bytea not null check (length(signature) = 64),
  primary key (campaign_id, donation_id),
  unique (mode, year, serial),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);

grant select, insert on receipt_number, receipt_code, receipt_key, receipt to ajo_app;
