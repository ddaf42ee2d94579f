-- The payment sandbox gives money back: refunds, disputes, settlements; and takes bank transfers.
alter table sandbox.integration
  add column payment_session_timeout integer not null default 0 check (payment_session_timeout >= 0);

-- `settles_at` is when the bank of a transfer says yes. `channels` are those the merchant asked for, null for all.
alter table sandbox.transaction
  add column channel text not null default 'card',
  add column channels jsonb,
  add column settles_at timestamptz,
  add column settlement_id bigint;

create index transaction_settling on sandbox.transaction (settles_at) where settles_at is not null;

-- `moves_at` is when the state changes by itself, null when it stays. `account` is where a donor's money goes on a second try.
create table sandbox.refund (
  id bigint primary key,
  reference text not null references sandbox.transaction (reference),
  dispute_id bigint,
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'processing', 'processed', 'failed', 'needs-attention')),
  customer_note text,
  merchant_note text,
  account jsonb,
  moves_at timestamptz,
  refunded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index refund_transaction on sandbox.refund (reference);
create index refund_moving on sandbox.refund (moves_at) where moves_at is not null;

-- `moves_at` is the next reminder or the deadline, whichever comes first.
create table sandbox.dispute (
  id bigint primary key,
  reference text not null references sandbox.transaction (reference),
  refund_amount bigint not null check (refund_amount >= 0),
  category text not null,
  status text not null check (status in ('awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending', 'resolved', 'archived')),
  resolution text check (resolution in ('merchant-accepted', 'auto-accepted', 'declined')),
  due_at timestamptz not null,
  moves_at timestamptz,
  resolved_at timestamptz,
  evidence jsonb,
  uploaded_filename text,
  message text,
  history jsonb not null default '[]',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'resolved') = (resolution is not null))
);

create index dispute_transaction on sandbox.dispute (reference);
create index dispute_moving on sandbox.dispute (moves_at) where moves_at is not null;

-- Made by hand only: the test world pays nobody out.
create table sandbox.settlement (
  id bigint primary key,
  sub_account_code text references sandbox.sub_account (code),
  status text not null check (status in ('pending', 'processing', 'success', 'failed')),
  total_amount bigint not null,
  effective_amount bigint not null,
  total_fees bigint not null,
  deductions bigint not null,
  settlement_date timestamptz not null,
  created_at timestamptz not null
);

alter table sandbox.transaction
  add foreign key (settlement_id) references sandbox.settlement (id);

grant select, insert, update on all tables in schema sandbox to ajo_app;
