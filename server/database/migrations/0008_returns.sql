-- Money that goes back: what the provider says of refunds and disputes, the counter-entries that follow, and the chain that binds
-- the entries of a campaign to each other.

-- The day the campaign ended as it stood when the donation began, and whether the money came after it: it counts all the same.
alter table donation add column campaign_end date, add column late boolean not null default false;

alter table provider_payment add column reversed_since timestamptz;
create index provider_payment_transaction on provider_payment (mode, transaction_id);
create index provider_payment_reversed on provider_payment (reversed_since) where reversed_since is not null;

alter table webhook_inbox add column dispute_id bigint;

create table provider_refund (
  campaign_id text not null,
  refund_id bigint not null,
  mode text not null,
  donation_id uuid not null,
  transaction_id bigint not null,
  amount_kobo bigint not null check (amount_kobo >= 0),
  currency text not null,
  status text not null,
  created_at timestamptz,
  asked_at timestamptz not null,
  primary key (campaign_id, mode, refund_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
create index provider_refund_donation on provider_refund (campaign_id, donation_id);

create table provider_dispute (
  campaign_id text not null,
  dispute_id bigint not null,
  mode text not null,
  donation_id uuid not null,
  transaction_id bigint,
  -- Null: the whole payment, as long as the provider names no amount.
  refund_kobo bigint check (refund_kobo >= 0),
  status text not null,
  resolution text,
  category text,
  due_at timestamptz,
  resolved_at timestamptz,
  asked_at timestamptz not null,
  primary key (campaign_id, mode, dispute_id),
  foreign key (campaign_id, donation_id) references donation (campaign_id, id)
);
create index provider_dispute_donation on provider_dispute (campaign_id, donation_id);

-- Nothing is ever taken out of the books: what goes back is an entry of its own, and what comes again another. return_key names the
-- refund, dispute or transaction that they all belong to.
alter table ledger_entry
  add column return_key text,
  drop constraint ledger_entry_kind_check,
  add constraint ledger_entry_kind_check check (
    kind in ('charge', 'fee', 'refund', 'refund_undo', 'chargeback', 'chargeback_undo', 'reversal', 'reversal_undo')
  ),
  add constraint ledger_entry_return_check check (
    case when kind in ('charge', 'fee') then return_key is null
    else return_key is not null and platform_kobo = 0 and provider_kobo = 0 end
  ),
  add constraint ledger_entry_return_sign_check check (
    case when kind in ('refund', 'chargeback', 'reversal') then raised_kobo <= 0
      when kind in ('refund_undo', 'chargeback_undo', 'reversal_undo') then raised_kobo >= 0
      else true end
  );
create index ledger_entry_return on ledger_entry (campaign_id, donation_id) where return_key is not null;

-- Each entry is bound to the one before it in its campaign and slot. Whoever changes, removes or slips in an entry would have to
-- write all later links anew.
create table ledger_link (
  campaign_id text not null,
  mode text not null,
  slot smallint not null check (slot between 0 and 15),
  position bigint not null check (position > 0),
  effect_key text not null,
  hash bytea not null check (length(hash) = 32),
  primary key (campaign_id, mode, slot, position)
);
alter table campaign_total add column chain_head bytea, add column chain_length bigint not null default 0;

with recursive placed as (
  select campaign_id, mode, ('x' || substr(donation_id::text, 1, 1))::bit(4)::integer::smallint as slot, effect_key,
    row_number() over (partition by campaign_id, mode, substr(donation_id::text, 1, 1) order by at, effect_key) as position,
    sha256(convert_to(json_build_array(campaign_id, effect_key, mode, kind, donation_id, owner_uid, transaction_id, donor_kobo,
      owner_kobo, platform_kobo, provider_kobo, raised_kobo, source, (extract(epoch from at) * 1000000)::bigint,
      return_key)::text, 'UTF8')) as digest
  from ledger_entry),
chain as (
  select campaign_id, mode, slot, position, effect_key, digest as hash from placed where position = 1
  union all
  select placed.campaign_id, placed.mode, placed.slot, placed.position, placed.effect_key, sha256(chain.hash || placed.digest)
  from chain
  join placed on placed.campaign_id = chain.campaign_id and placed.mode = chain.mode and placed.slot = chain.slot
    and placed.position = chain.position + 1)
insert into ledger_link (campaign_id, mode, slot, position, effect_key, hash)
select campaign_id, mode, slot, position, effect_key, hash from chain;

update campaign_total total set chain_head = link.hash, chain_length = link.position
from ledger_link link
where link.campaign_id = total.campaign_id and link.mode = total.mode and link.slot = total.slot
  and not exists (
    select from ledger_link later where later.campaign_id = link.campaign_id and later.mode = link.mode
      and later.slot = link.slot and later.position > link.position);

grant select, insert, update on provider_refund, provider_dispute to ajo_app;
grant select, insert on ledger_link to ajo_app;
