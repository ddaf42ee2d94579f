-- The ledger. A row is one effect with four legs that sum to zero: what left the donor reached owner, platform and provider.
-- raised_kobo is what the effect adds to the campaign's total: a fee that the donor paid on top is no donation. The ledger is
-- append-only: a refund, bank reversal or lost dispute is an entry of its own, and so is its undoing.
create table ledger_entry (
  campaign_id text not null,
  -- Books each effect once.
  effect_key text not null,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  kind text not null,
  donation_id uuid not null,
  owner_uid text not null,
  transaction_id bigint not null,
  donor_kobo bigint not null,
  owner_kobo bigint not null,
  platform_kobo bigint not null,
  provider_kobo bigint not null,
  raised_kobo bigint not null,
  source text not null check (source in ('webhook', 'return', 'check', 'sweep')),
  at timestamptz not null,
  -- The refund, dispute or transaction that the entry belongs to.
  reversal_key text,
  primary key (campaign_id, effect_key),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id),
  check (donor_kobo + owner_kobo + platform_kobo + provider_kobo = 0),
  check (kind <> 'charge' or (raised_kobo > 0 and raised_kobo <= -donor_kobo and provider_kobo >= 0)),
  check (kind <> 'fee' or (raised_kobo = 0 and donor_kobo = 0 and platform_kobo = 0 and provider_kobo > 0)),
  constraint ledger_entry_kind_check check (
    kind in (
      'charge', 'fee', 'refund', 'refund_undo', 'chargeback', 'chargeback_undo', 'bank_reversal', 'bank_reversal_undo'
    )
  ),
  constraint ledger_entry_reversal_check check (
    case when kind in ('charge', 'fee') then reversal_key is null
    else reversal_key is not null and platform_kobo = 0 and provider_kobo = 0 end
  ),
  constraint ledger_entry_reversal_sign_check check (
    case when kind in ('refund', 'chargeback', 'bank_reversal') then raised_kobo <= 0
      when kind in ('refund_undo', 'chargeback_undo', 'bank_reversal_undo') then raised_kobo >= 0
      else true end
  )
);
-- A donation is charged once, whatever transaction the provider reports.
create unique index ledger_entry_charge on ledger_entry (campaign_id, donation_id) where kind = 'charge';
create index ledger_entry_reversal on ledger_entry (campaign_id, donation_id) where reversal_key is not null;
-- For the ranking: campaigns with recent donations.
create index ledger_entry_at on ledger_entry (mode, at);

-- Hash chain: each entry is bound to the one before it in its campaign and slot, so that a changed, removed or inserted entry breaks all
-- later links.
create table ledger_link (
  campaign_id text not null,
  mode text not null,
  slot smallint not null check (slot between 0 and 15),
  position bigint not null check (position > 0),
  effect_key text not null,
  hash bytea not null check (length(hash) = 32),
  primary key (campaign_id, mode, slot, position)
);

-- Counts each donor once, as long as one of their donations stands.
create table campaign_donor (
  campaign_id text not null,
  mode text not null,
  donor_key bytea not null,
  donations integer not null check (donations >= 0),
  primary key (campaign_id, mode, donor_key)
);
create table owner_donor (
  owner_uid text not null,
  mode text not null,
  donor_key bytea not null,
  donations integer not null check (donations >= 0),
  primary key (owner_uid, mode, donor_key)
);
create table platform_donor (
  mode text not null,
  donor_key bytea not null,
  donations integer not null check (donations >= 0),
  primary key (mode, donor_key)
);

-- Sums of the entries, at most 16 rows to read however many donations there are. The slots keep simultaneous donations from waiting for
-- one row; a donation and its later entries stay in one slot.
create table campaign_total (
  campaign_id text not null,
  mode text not null,
  slot smallint not null check (slot between 0 and 15),
  raised_kobo bigint not null check (raised_kobo >= 0),
  gross_kobo bigint not null check (gross_kobo >= 0),
  reversed_kobo bigint not null check (reversed_kobo >= 0),
  paid_count integer not null,
  donor_count integer not null,
  chain_head bytea,
  chain_length bigint not null default 0,
  primary key (campaign_id, mode, slot),
  check (raised_kobo = gross_kobo - reversed_kobo)
) with (fillfactor = 50);
create table owner_total (
  owner_uid text not null,
  mode text not null,
  slot smallint not null check (slot between 0 and 15),
  raised_kobo bigint not null check (raised_kobo >= 0),
  gross_kobo bigint not null check (gross_kobo >= 0),
  reversed_kobo bigint not null check (reversed_kobo >= 0),
  paid_count integer not null,
  donor_count integer not null,
  primary key (owner_uid, mode, slot),
  check (raised_kobo = gross_kobo - reversed_kobo)
) with (fillfactor = 50);
create table platform_total (
  mode text not null,
  slot smallint not null check (slot between 0 and 15),
  raised_kobo bigint not null check (raised_kobo >= 0),
  gross_kobo bigint not null check (gross_kobo >= 0),
  reversed_kobo bigint not null check (reversed_kobo >= 0),
  paid_count integer not null,
  donor_count integer not null,
  primary key (mode, slot),
  check (raised_kobo = gross_kobo - reversed_kobo)
) with (fillfactor = 50);

-- Payments that the provider took and that do not match their donation: not counted and not dropped until an admin decides. refunding:
-- the provider was asked, and its answer may be unknown.
create table quarantined_payment (
  id uuid primary key,
  mode text not null,
  reference text not null,
  transaction_id bigint not null,
  campaign_id text,
  donation_id uuid,
  reason text not null,
  expected jsonb,
  seen jsonb not null,
  state text not null default 'open' check (state in ('open', 'refunding', 'accepted', 'refunded', 'dismissed')),
  refund_id bigint,
  claimed_until timestamptz,
  created_at timestamptz not null,
  resolved_at timestamptz,
  unique (reference, transaction_id, reason),
  constraint quarantined_payment_resolved_check check (
    (resolved_at is not null) = (state in ('accepted', 'refunded', 'dismissed'))
  )
);
create index quarantined_payment_unresolved on quarantined_payment (created_at) where resolved_at is null;
create index quarantined_payment_donation on quarantined_payment (campaign_id, donation_id) where donation_id is not null;

-- Each run of the ledger's invariants (ledger) and of the comparison with the provider (provider). root is one hash over the heads of all
-- chains at that moment.
create table ledger_check (
  id uuid primary key,
  kind text not null check (kind in ('ledger', 'provider')),
  begun_at timestamptz not null,
  took_ms integer not null,
  checks integer not null,
  findings integer not null,
  root bytea
);
create index ledger_check_begun_at on ledger_check (begun_at);

create table ledger_finding (
  check_id uuid not null references ledger_check (id) on delete cascade,
  number integer not null,
  name text not null,
  key text not null,
  ours text,
  theirs text,
  primary key (check_id, number)
);

grant select, insert on ledger_entry, ledger_link to ajo_app;
grant select, insert, update
  on campaign_donor, owner_donor, platform_donor, campaign_total, owner_total, platform_total, quarantined_payment
  to ajo_app;
grant select, insert, delete on ledger_check, ledger_finding to ajo_app;
