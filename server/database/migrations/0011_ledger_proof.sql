-- Each time the books were proven, and what was found. `root` is one hash over the ends of all chains at that moment.
create table ledger_proof (
  id uuid primary key,
  kind text not null check (kind in ('books', 'provider')),
  begun_at timestamptz not null,
  took_ms integer not null,
  checks integer not null,
  findings integer not null,
  root bytea
);
create index ledger_proof_begun_at on ledger_proof (begun_at);

create table ledger_finding (
  proof_id uuid not null references ledger_proof (id) on delete cascade,
  number integer not null,
  name text not null,
  key text not null,
  ours text,
  theirs text,
  primary key (proof_id, number)
);

grant select, insert, delete on ledger_proof, ledger_finding to ajo_app;
