-- The transparency log (docs/transparency-log.md): a Merkle tree over all entries of a mode. Only the process that holds the
-- row of log_state adds leaves.
create table log_state (
  log text primary key check (log in ('sandbox', 'test', 'live')),
  -- Names the log for ever, also when the host changes.
  origin text not null unique,
  size bigint not null default 0 check (size >= 0),
  root bytea not null check (length(root) = 32),
  -- The hashes of the complete subtrees, from the left.
  frontier bytea[] not null default '{}',
  -- Everybody may read the tree up to this size: it is in the archive.
  published_size bigint not null default 0 check (published_size between 0 and size),
  -- When all entries, and not only recent ones, were last compared with the leaves.
  full_scan_at timestamptz
);

create table log_leaf (
  log text not null references log_state (log),
  leaf_index bigint not null check (leaf_index >= 0),
  -- The entry. The genesis leaf has none.
  campaign_id text,
  effect_key text,
  leaf bytea not null check (length(leaf) = 122),
  hash bytea not null check (length(hash) = 32),
  primary key (log, leaf_index),
  check ((campaign_id is null) = (effect_key is null))
);
create unique index log_leaf_entry on log_leaf (campaign_id, effect_key);

-- The roots of full tiles: level 1 is the root of 256 leaves, level 2 that of 256 of these.
create table log_node (
  log text not null references log_state (log),
  level smallint not null check (level > 0),
  node_index bigint not null check (node_index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (log, level, node_index)
);

-- What opens the commitment of a leaf. Deleted with the person's data; the leaf and all proofs stay.
create table log_opening (
  log text not null,
  leaf_index bigint not null,
  salt bytea not null check (length(salt) = 32),
  subject text not null,
  primary key (log, leaf_index),
  foreign key (log, leaf_index) references log_leaf (log, leaf_index)
);
create index log_opening_subject on log_opening (subject);
grant select, insert, delete on log_opening to ajo_app;

create table log_checkpoint (
  log text not null references log_state (log),
  size bigint not null check (size >= 0),
  -- The signed note.
  note text not null,
  signed_at timestamptz not null,
  primary key (log, size)
);

-- Stands for a campaign in the leaves: its tag, how many leaves it has, and what they add up to.
create table log_campaign (
  log text not null references log_state (log),
  campaign_id text not null,
  tag bytea not null unique check (length(tag) = 16),
  place bigint not null check (place >= 0),
  raised_kobo bigint not null,
  primary key (log, campaign_id)
);

create table log_key (
  log text not null references log_state (log),
  verifier_key text not null,
  first_used_at timestamptz not null,
  primary key (log, verifier_key)
);

-- The proof of a receipt never changes, so that its PDF keeps its bytes.
create table receipt_proof (
  campaign_id text not null,
  donation_id uuid not null,
  log text not null,
  leaf_index bigint not null,
  size bigint not null,
  checkpoint text not null,
  primary key (campaign_id, donation_id),
  foreign key (campaign_id, donation_id) references receipt (campaign_id, donation_id)
);

grant select, insert on log_leaf, log_node, log_checkpoint, log_key, receipt_proof to ajo_app;
grant select, insert, update on log_state, log_campaign to ajo_app;
