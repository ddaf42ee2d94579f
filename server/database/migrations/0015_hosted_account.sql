-- What we keep of an account that Google holds, beside our copy of it in account.
create table hosted_account (
  uid text primary key references account on delete cascade,
  -- Null: nobody has signed in since the password was reset.
  refresh_token_sealed bytea,
  -- Seconds, as Google counts them: tokens from before are dead. Another number means that something was changed elsewhere.
  valid_since bigint not null,
  checked_at timestamptz not null,
  -- Until then somebody is at work on the account over there, and nobody else may be.
  claimed_until timestamptz not null default '-infinity'
);

grant select, insert, update, delete on hosted_account to ajo_app;
