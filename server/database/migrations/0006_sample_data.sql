-- Says that the sample data was filled in, so that it never comes back after a person has deleted some of it.
create table sample_data (
  id integer primary key check (id = 1),
  begun_at timestamptz not null,
  finished_at timestamptz
);

grant select, insert, update on sample_data to ajo_app;
