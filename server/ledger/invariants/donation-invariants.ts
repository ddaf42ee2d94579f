import { sql } from '../../database/sql.ts'
import { rowInvariants } from './invariant.ts'

/** The sums of a donation's entries. */
const booked = sql`
  select campaign_id, donation_id, count(*) filter (where kind = 'charge') as charges,
    sum(provider_kobo) filter (where kind in ('charge', 'fee')) as fees,
    -sum(donor_kobo) filter (where kind = 'charge') as charged,
    sum(raised_kobo) filter (where kind = 'charge') as credited,
    coalesce(-sum(raised_kobo) filter (where kind in ('refund', 'refund_undo', 'chargeback', 'chargeback_undo')), 0) as reversed,
    sum(raised_kobo) as raised_left, -sum(donor_kobo) as donor_left
  from ledger_entry where donation_id is not null group by campaign_id, donation_id`

/** What the provider reversed. A lost dispute that it paid as a refund counts once. */
const reversedByProvider = sql`
  select campaign_id, donation_id, sum(kobo) as kobo from (
    select campaign_id, donation_id, amount_kobo as kobo from provider_refund refund
    where status = 'processed' and not exists (
      select from provider_dispute dispute
      where dispute.campaign_id = refund.campaign_id and dispute.mode = refund.mode
        and dispute.dispute_id = refund.dispute_id and dispute.status in ('resolved', 'archived')
        and dispute.resolution in ('merchant-accepted', 'auto-accepted'))
    union all
    select campaign_id, donation_id, coalesce(refund_kobo, 1000000000) from provider_dispute
    where status in ('resolved', 'archived') and resolution in ('merchant-accepted', 'auto-accepted')) reversal
  group by campaign_id, donation_id`

/** Compares each donation with its entries, whichever of the two is missing. */
export const donationInvariants = rowInvariants(
  sql`
    select coalesce(donation.campaign_id, booked.campaign_id) as campaign_id, coalesce(donation.id, booked.donation_id) as id,
      donation.state, coalesce(charges, 0) as charges, fees, charged, credited, reversed, raised_left, donor_left,
      coalesce(provider.kobo, 0) as reversed_by_provider
    from donation
    full join (${booked}) booked on booked.campaign_id = donation.campaign_id and booked.donation_id = donation.id
    left join (${reversedByProvider}) provider
      on provider.campaign_id = booked.campaign_id and provider.donation_id = booked.donation_id`,
  sql`campaign_id || ' ' || id`,
  [
    {
      name: 'no fee exceeds the payment',
      fails: sql`fees > charged`,
      ours: sql`fees`,
      theirs: sql`charged`,
    },
    {
      name: 'a donation is charged once',
      fails: sql`charges > 1`,
      ours: sql`charges`,
      theirs: sql`1`,
    },
    {
      name: 'a paid donation has a charge',
      fails: sql`state = 'paid' and charges = 0`,
      ours: sql`''`,
      theirs: sql`'charge'`,
    },
    {
      name: 'reversals never exceed the charge',
      fails: sql`raised_left < 0 or donor_left < 0`,
      ours: sql`raised_left || ' ' || donor_left`,
      theirs: sql`''`,
    },
    {
      name: 'refunds and lost disputes at the provider are booked',
      fails: sql`charges > 0 and reversed <> least(reversed_by_provider, credited)`,
      ours: sql`reversed`,
      theirs: sql`least(reversed_by_provider, credited)`,
    },
  ],
)
