-- A second step of logging in: a code from an app on the person's phone. It counts from the moment it was confirmed.
create table second_factor (
  uid text primary key references account on delete cascade,
  secret_sealed bytea not null,
  confirmed_at timestamptz,
  -- The span of thirty seconds whose code was used last: a code that somebody looked at over a shoulder is worth nothing.
  last_step bigint not null default 0
);

-- For whoever has lost the phone. Each works once.
create table recovery_code (
  uid text not null references second_factor on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (uid, code_hash)
);

alter table session add column second_factor boolean not null default false;

-- What a role allows sleeps until the session has shown a second factor. False only for people of the sample data.
alter table account_role add column needs_second_factor boolean not null default true;

grant select, insert, update, delete on second_factor, recovery_code to ajo_app;
