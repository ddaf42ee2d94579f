-- People as this server knows them, whichever identity provider holds their password. uid is the provider's.
create table account (
  uid text primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  disabled boolean not null default false,
  -- Raised by a reset, a password change, a change of role: sessions begun under an older version are over.
  credential_version integer not null default 1,
  created_at timestamptz not null
);

-- The embedded provider's own. One account per address, whoever comes first.
create table account_email (
  email text primary key,
  uid text not null unique references account on delete cascade
);

create table account_credential (
  uid text primary key references account on delete cascade,
  -- Null: no password works until one is set by a reset.
  password_hash text,
  -- Somebody signed up again with another password before the address was confirmed.
  contested boolean not null default false
);

-- One live code for each purpose: a newer one takes the older one's place.
create table action_code (
  uid text not null references account on delete cascade,
  purpose text not null check (purpose in ('verifyEmail', 'resetPassword')),
  code_hash bytea not null unique check (length(code_hash) = 32),
  expires_at timestamptz not null,
  primary key (uid, purpose)
);

create table session (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  uid text not null references account on delete cascade,
  credential_version integer not null,
  created_at timestamptz not null,
  seen_at timestamptz not null
);
create index session_uid on session (uid);
create index session_seen_at on session (seen_at);

create table account_role (
  uid text not null references account on delete cascade,
  role text not null check (role in ('reviewer', 'admin')),
  granted_at timestamptz not null,
  primary key (uid, role)
);

-- The embedded content store's user documents (specification §3). No reference to account: the two ports are apart.
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

grant select, insert, update, delete
  on account, account_email, account_credential, action_code, session, account_role, user_document, feedback
  to ajo_app;
