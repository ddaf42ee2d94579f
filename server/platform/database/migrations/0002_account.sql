-- People, their sessions and roles. account is our copy of what the identity provider holds; uid is the provider's.
create table account (
  uid text primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  disabled boolean not null default false,
  -- Raised by a password reset, a password change and a change of role: older sessions end.
  credential_version integer not null default 1,
  created_at timestamptz not null,
  -- The language of mails. A donor with an account reads the account's language, a guest the language of the donation.
  language text not null default 'en'
);
create index account_of_address on account (email);

-- The embedded identity provider's own tables. An address belongs to one account.
create table account_email (
  email text primary key,
  uid text not null unique references account on delete cascade
);

create table account_credential (
  uid text primary key references account on delete cascade,
  -- Null: no password works until a reset sets one.
  password_hash text,
  -- A second person signed up with another password before the address was confirmed.
  contested boolean not null default false
);

-- One live code per purpose: a newer code replaces the older one.
create table action_code (
  uid text not null references account on delete cascade,
  purpose text not null,
  code_hash bytea not null unique check (length(code_hash) = 32),
  -- The address that the account changes to.
  new_email text check (new_email = lower(new_email) and length(new_email) <= 254),
  expires_at timestamptz not null,
  primary key (uid, purpose),
  constraint action_code_purpose check (purpose in ('verifyEmail', 'resetPassword', 'verifyAndChangeEmail')),
  constraint action_code_new_email check ((purpose = 'verifyAndChangeEmail') = (new_email is not null))
);

-- Earlier links to confirm an address or to reset a password. `action_code` holds the latest; these work as well until one is used.
create table earlier_verification_code (
  code_hash bytea primary key check (length(code_hash) = 32),
  uid text not null references account on delete cascade,
  expires_at timestamptz not null,
  purpose text not null check (purpose in ('verifyEmail', 'resetPassword'))
);
create index earlier_verification_code_uid on earlier_verification_code (uid);

-- What we keep about an account at the hosted identity provider.
create table hosted_account (
  uid text primary key references account on delete cascade,
  -- Null: no sign-in since the password was reset.
  refresh_token_sealed bytea,
  -- Unix seconds: tokens issued before are invalid. A new value means that the account was changed elsewhere.
  valid_since bigint not null,
  checked_at timestamptz not null,
  -- Until this time another request may not change the account at the provider.
  claimed_until timestamptz not null default '-infinity'
);

create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  uid text not null references account on delete cascade,
  credential_version integer not null,
  -- For the person's list of devices, such as "Firefox on Windows". Empty where unknown.
  device text not null default '' check (length(device) <= 60),
  two_factor boolean not null default false,
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index session_uid on session (uid);
create index session_seen_at on session (seen_at);

-- Browsers that logged in to the account before, recognised by a cookie of which only the hash is stored.
create table known_device (
  uid text not null references account on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  seen_at timestamptz not null,
  primary key (uid, device_hash)
);
create index known_device_seen_at on known_device (seen_at);

create table account_role (
  uid text not null references account on delete cascade,
  role text not null check (role in ('reviewer', 'admin')),
  granted_at timestamptz not null,
  -- The role takes effect in sessions that passed two-factor authentication. False only for people of the sample data.
  requires_two_factor boolean not null default true,
  -- The person wants a mail each day on which something waits for them.
  mails_work boolean not null default false,
  primary key (uid, role)
);

create table two_factor (
  uid text primary key references account on delete cascade,
  secret_sealed bytea not null,
  -- Null until the person entered a first code.
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code: a code works once.
  last_time_step bigint not null default 0
);

-- Each code works once.
create table recovery_code (
  uid text not null references two_factor on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  primary key (uid, code_hash)
);

-- Append-only log of what happened to accounts, roles and sessions, and who did it. It holds only uids, without a foreign key, because
-- it stays when the account is deleted.
create table account_event (
  id uuid primary key,
  uid text not null,
  -- Null: a command on the server.
  by_uid text,
  kind text not null check (length(kind) between 1 and 40),
  at timestamptz not null
);
create index account_event_uid on account_event (uid, at);
grant select, insert on account_event to ajo_app;

-- Which version of the terms a person accepted, and consents to publish a child's or a person's health data (Nigeria Data Protection Act
-- 2023, sections 26, 30 and 31).
create table terms_acceptance (
  uid text not null,
  version text not null check (length(version) between 1 and 20),
  accepted_at timestamptz not null,
  primary key (uid, version)
);

-- The embedded content store's user documents (specification §3). Without a foreign key: identity and content are separate ports.
create table user_document (
  id uuid primary key,
  uid text not null unique,
  firstname text not null,
  lastname text not null,
  email text not null,
  gender text not null check (gender in ('Male', 'Female', 'Other')),
  terms boolean not null,
  email_verified boolean not null default false
);

create table feedback (
  id uuid primary key,
  uid text not null,
  email text not null,
  feedback text not null check (length(feedback) between 1 and 5000),
  created_at timestamptz not null
);

grant select, insert, delete on earlier_verification_code, terms_acceptance to ajo_app;
grant select, insert, update, delete on
  account, account_email, account_credential, action_code, hosted_account, session, known_device, account_role, two_factor, recovery_code,
  user_document, feedback to ajo_app;
