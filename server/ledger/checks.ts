import { sql, type Sql } from '../database/sql.ts'
import { entryDigest } from './chain.ts'

/** Something that must hold in the books at every moment. The question finds where it does not: which, what is, what ought to be. */
export type Check = { name: string; finds: Sql }

const check = (name: string, finds: Sql): Check => ({ name, finds })

const level = {
  campaign: sql`entry.campaign_id`,
  owner: sql`entry.owner_uid`,
  platform: sql`''`,
}
const totalOf = {
  campaign: sql`select campaign_id as who, * from campaign_total`,
  owner: sql`select owner_uid as who, * from owner_total`,
  platform: sql`select '' as who, * from platform_total`,
}
const donorsOf = {
  campaign: sql`select campaign_id as who, mode, donor_key, gifts from campaign_donor`,
  owner: sql`select owner_uid as who, mode, donor_key, gifts from owner_donor`,
  platform: sql`select '' as who, mode, donor_key, gifts from platform_donor`,
}
type Level = keyof typeof level

/** The totals worked out anew from the entries, all of them, beside those that are kept. */
const totalsAgree = (of: Level) => sql`
  with ours as (
    select who, mode, sum(raised_kobo) raised, sum(gross_kobo) gross, sum(returned_kobo) returned, sum(paid_count) paid
    from (${totalOf[of]}) total group by who, mode),
  theirs as (
    select ${level[of]} as who, mode, sum(raised_kobo) raised, coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0) gross,
      coalesce(-sum(raised_kobo) filter (where kind <> 'charge'), 0) returned, count(*) filter (where kind = 'charge') paid
    from ledger_entry entry group by 1, 2)
  select coalesce(ours.mode, theirs.mode) || ' ' || coalesce(ours.who, theirs.who) as key,
    concat_ws(' ', ours.raised, ours.gross, ours.returned, ours.paid) as ours,
    concat_ws(' ', theirs.raised, theirs.gross, theirs.returned, theirs.paid) as theirs
  from ours full join theirs on ours.who = theirs.who and ours.mode = theirs.mode
  where (ours.raised, ours.gross, ours.returned, ours.paid)
    is distinct from (theirs.raised, theirs.gross, theirs.returned, theirs.paid)`

/** A gift stands while anything of it is left (readings M4). */
const giftsAgree = (of: Level) => sql`
  with standing as (
    select campaign_id, donation_id as id, max(owner_uid) as owner_uid, max(mode) as mode
    from ledger_entry group by 1, 2 having sum(raised_kobo) > 0),
  theirs as (
    select ${level[of]} as who, entry.mode, donor_key, count(*) as gifts
    from standing entry join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.id group by 1, 2, 3)
  select coalesce(ours.mode, theirs.mode) || ' ' || coalesce(ours.who, theirs.who) as key,
    coalesce(ours.gifts, 0)::text as ours, coalesce(theirs.gifts, 0)::text as theirs
  from (${donorsOf[of]}) ours
  full join theirs on ours.who = theirs.who and ours.mode = theirs.mode and ours.donor_key = theirs.donor_key
  where coalesce(ours.gifts, 0) <> coalesce(theirs.gifts, 0)`

const headsAgree = (of: Level) => sql`
  with ours as (select who, mode, sum(donor_count) as heads from (${totalOf[of]}) total group by who, mode),
  theirs as (select who, mode, count(*) filter (where gifts > 0) as heads from (${donorsOf[of]}) donor group by who, mode)
  select coalesce(ours.mode, theirs.mode) || ' ' || coalesce(ours.who, theirs.who) as key, ours.heads::text as ours,
    theirs.heads::text as theirs
  from ours full join theirs on ours.who = theirs.who and ours.mode = theirs.mode
  where ours.heads is distinct from theirs.heads`

const withDonation = sql`
  ledger_entry entry join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id`
const here = sql`entry.campaign_id || ' ' || entry.effect_key as key`

export const checks: readonly Check[] = [
  check(
    'the legs of every entry sum to zero',
    sql`select ${here}, (donor_kobo + owner_kobo + platform_kobo + provider_kobo)::text as ours, '0' as theirs
        from ledger_entry entry where donor_kobo + owner_kobo + platform_kobo + provider_kobo <> 0`,
  ),
  check(
    'an entry belongs to a donation of the same owner',
    sql`select ${here}, entry.owner_uid as ours, donation.owner_uid as theirs
        from ledger_entry entry
        left join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
        where donation.owner_uid is distinct from entry.owner_uid`,
  ),
  check(
    'play money and real money never meet',
    sql`select ${here}, entry.mode as ours, donation.mode as theirs from ${withDonation} where donation.mode <> entry.mode`,
  ),
  check(
    'a charge raises what the donor was asked for',
    sql`select ${here}, entry.raised_kobo::text as ours, donation.amount_kobo::text as theirs
        from ${withDonation} where kind = 'charge' and entry.raised_kobo <> donation.amount_kobo`,
  ),
  check(
    'a charge gives the platform what was agreed',
    sql`select ${here}, entry.platform_kobo::text as ours, donation.platform_kobo::text as theirs
        from ${withDonation} where kind = 'charge' and entry.platform_kobo <> donation.platform_kobo`,
  ),
  check(
    'no donor is charged less than is raised',
    sql`select ${here}, (-donor_kobo)::text as ours, raised_kobo::text as theirs
        from ledger_entry entry where kind = 'charge' and -donor_kobo < raised_kobo`,
  ),
  check(
    'no fee is more than the payment',
    sql`select campaign_id || ' ' || donation_id as key, sum(provider_kobo)::text as ours,
          (-sum(donor_kobo) filter (where kind = 'charge'))::text as theirs
        from ledger_entry where kind in ('charge', 'fee') group by campaign_id, donation_id
        having sum(provider_kobo) > -sum(donor_kobo)`,
  ),
  check(
    'a donation is charged once',
    sql`select campaign_id || ' ' || donation_id as key, count(*)::text as ours, '1' as theirs
        from ledger_entry where kind = 'charge' group by campaign_id, donation_id having count(*) > 1`,
  ),
  check(
    'a transaction of the provider is counted once, whatever the campaign',
    sql`select mode || ' ' || transaction_id as key, count(*)::text as ours, '1' as theirs
        from ledger_entry where kind = 'charge' group by mode, transaction_id having count(*) > 1`,
  ),
  check(
    'the effect of an entry is named after what caused it',
    sql`select ${here}, effect_key as ours, coalesce(return_key, kind || ':' || mode || ':' || transaction_id) as theirs
        from ledger_entry entry
        where case when return_key is null then effect_key <> kind || ':' || mode || ':' || transaction_id
          else split_part(effect_key, ':', 1) <> kind or split_part(effect_key, ':', 3) <> split_part(return_key, ':', 3) end`,
  ),
  check(
    'a transaction pays for the reference it was first seen with',
    sql`select ${here}, donation.reference as ours, coalesce(bound.reference, '') as theirs
        from ${withDonation}
        left join provider_transaction bound on bound.mode = entry.mode and bound.transaction_id = entry.transaction_id
        where kind = 'charge' and bound.reference is distinct from donation.reference`,
  ),
  check(
    'what is paid is in the books',
    sql`select donation.campaign_id || ' ' || donation.id as key, '' as ours, 'charge' as theirs
        from donation
        left join ledger_entry entry on entry.campaign_id = donation.campaign_id and entry.donation_id = donation.id
          and entry.kind = 'charge'
        where donation.state = 'paid' and entry.kind is null`,
  ),
  check(
    'what is in the books is paid',
    sql`select ${here}, donation.state as ours, 'paid' as theirs from ${withDonation} where donation.state <> 'paid'`,
  ),
  check(
    'no more goes back than came in',
    sql`select campaign_id || ' ' || donation_id as key, sum(raised_kobo)::text || ' ' || sum(donor_kobo)::text as ours,
          '' as theirs
        from ledger_entry group by campaign_id, donation_id having sum(raised_kobo) < 0 or sum(donor_kobo) > 0`,
  ),
  check(
    'what the provider sent back is booked as sent back',
    sql`with theirs as (
          select campaign_id, donation_id, sum(kobo) as kobo from (
            select campaign_id, donation_id, amount_kobo as kobo from provider_refund refund
            where status = 'processed' and not exists (
              select from provider_dispute dispute
              where dispute.campaign_id = refund.campaign_id and dispute.mode = refund.mode
                and dispute.dispute_id = refund.dispute_id and dispute.status in ('resolved', 'archived')
                and dispute.resolution in ('merchant-accepted', 'auto-accepted'))
            union all
            select campaign_id, donation_id, coalesce(refund_kobo, 1000000000) from provider_dispute
            where status in ('resolved', 'archived') and resolution in ('merchant-accepted', 'auto-accepted')) back
          group by campaign_id, donation_id),
        ours as (
          select campaign_id, donation_id, sum(raised_kobo) filter (where kind = 'charge') as charged,
            coalesce(-sum(raised_kobo) filter (where kind in ('refund', 'refund_undo', 'chargeback', 'chargeback_undo')), 0) as kobo
          from ledger_entry group by campaign_id, donation_id
          having bool_or(kind = 'charge'))
        select campaign_id || ' ' || donation_id as key, ours.kobo::text as ours, least(coalesce(theirs.kobo, 0), charged)::text as theirs
        from ours left join theirs using (campaign_id, donation_id)
        where ours.kobo <> least(coalesce(theirs.kobo, 0), charged)`,
  ),
  check(
    'the provider sends back no more than was paid',
    sql`select refund.campaign_id || ' ' || refund.donation_id as key, sum(refund.amount_kobo)::text as ours,
          known.amount_kobo::text as theirs
        from provider_refund refund
        join provider_payment known using (campaign_id, donation_id)
        where refund.status <> 'failed'
        group by refund.campaign_id, refund.donation_id, known.amount_kobo having sum(refund.amount_kobo) > known.amount_kobo`,
  ),
  ...(['campaign', 'owner', 'platform'] as const).flatMap((of) => [
    check(`the totals of each ${of} are the sum of the entries`, totalsAgree(of)),
    check(`the gifts of each donor are counted right by ${of}`, giftsAgree(of)),
    check(`the heads of each ${of} are the donors whose gifts stand`, headsAgree(of)),
  ]),
  check(
    'what is raised is what came in less what went back',
    sql`select mode || ' ' || who || ' ' || slot as key, raised_kobo::text as ours, (gross_kobo - returned_kobo)::text as theirs
        from (
          select campaign_id as who, mode, slot, raised_kobo, gross_kobo, returned_kobo from campaign_total
          union all select owner_uid, mode, slot, raised_kobo, gross_kobo, returned_kobo from owner_total
          union all select '', mode, slot, raised_kobo, gross_kobo, returned_kobo from platform_total) total
        where raised_kobo <> gross_kobo - returned_kobo or least(raised_kobo, returned_kobo) < 0`,
  ),
  check(
    'every entry is in the chain, once, and nothing else is',
    sql`select coalesce(entry.campaign_id, link.campaign_id) || ' ' || coalesce(entry.effect_key, link.effect_key) as key,
          count(link.position)::text as ours, '1' as theirs
        from ledger_entry entry
        full join ledger_link link on link.campaign_id = entry.campaign_id and link.effect_key = entry.effect_key
        group by 1, entry.effect_key having count(link.position) <> 1 or entry.effect_key is null`,
  ),
  check(
    'every link of the chain holds',
    sql`with link as (
          select campaign_id, mode, slot, position, effect_key, hash,
            lag(hash) over slots as before, row_number() over slots as place
          from ledger_link window slots as (partition by campaign_id, mode, slot order by position))
        select link.campaign_id || ' ' || link.slot || ' ' || link.position as key, encode(link.hash, 'hex') as ours,
          link.effect_key as theirs
        from link join ledger_entry entry on entry.campaign_id = link.campaign_id and entry.effect_key = link.effect_key
        where link.position <> link.place
          or link.hash <> case when link.before is null then ${entryDigest} else sha256(link.before || ${entryDigest}) end`,
  ),
  check(
    'the chain ends where the totals say that it ends',
    sql`select total.campaign_id || ' ' || total.slot as key, total.chain_length::text as ours,
          coalesce(last.position, 0)::text as theirs
        from campaign_total total
        left join (
          select distinct on (campaign_id, mode, slot) campaign_id, mode, slot, position, hash from ledger_link
          order by campaign_id, mode, slot, position desc) last using (campaign_id, mode, slot)
        where total.chain_length is distinct from coalesce(last.position, 0) or total.chain_head is distinct from last.hash`,
  ),
  check(
    'every donation is found by its reference and by its code',
    sql`select donation.campaign_id || ' ' || donation.id as key, donation.reference as ours, '' as theirs
        from donation
        left join donation_reference reference on reference.reference = donation.reference
        left join donation_receipt receipt on receipt.receipt = donation.receipt
        where reference.donation_id is distinct from donation.id or receipt.donation_id is distinct from donation.id`,
  ),
  check(
    'what is kept aside stands in the quarantine',
    sql`select donation.campaign_id || ' ' || donation.id as key, 'quarantined' as ours, '' as theirs
        from donation where state = 'quarantined' and not exists (
          select from quarantine where quarantine.reference = donation.reference)`,
  ),
]
