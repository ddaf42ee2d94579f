import { sql } from '../../database/sql.ts'
import { lookAtRows } from './invariant.ts'

/** What all entries of a donation come to. */
const booked = sql`
  select campaign_id, donation_id, count(*) filter (where kind = 'charge') as charges,
    sum(provider_kobo) filter (where kind in ('charge', 'fee')) as fees,
    -sum(donor_kobo) filter (where kind = 'charge') as charged,
    sum(raised_kobo) filter (where kind = 'charge') as credited,
    coalesce(-sum(raised_kobo) filter (where kind in ('refund', 'refund_undo', 'chargeback', 'chargeback_undo')), 0) as returned,
    sum(raised_kobo) as raised_left, -sum(donor_kobo) as donor_left
  from ledger_entry group by campaign_id, donation_id`

/** What the provider says that it sent back. A lost dispute that it paid as a refund counts once. */
const sentBack = sql`
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
  group by campaign_id, donation_id`

/** Each donation as a whole, whether it is in the books or ought to be. */
export const giftChecks = lookAtRows(
  sql`
    select coalesce(donation.campaign_id, booked.campaign_id) as campaign_id, coalesce(donation.id, booked.donation_id) as id,
      donation.state, coalesce(charges, 0) as charges, fees, charged, credited, returned, raised_left, donor_left,
      coalesce(sent_back.kobo, 0) as sent_back
    from donation
    full join (${booked}) booked on booked.campaign_id = donation.campaign_id and booked.donation_id = donation.id
    left join (${sentBack}) sent_back
      on sent_back.campaign_id = booked.campaign_id and sent_back.donation_id = booked.donation_id`,
  sql`campaign_id || ' ' || id`,
  [
    {
      name: 'no fee is more than the payment',
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
      name: 'what is paid is in the books',
      fails: sql`state = 'paid' and charges = 0`,
      ours: sql`''`,
      theirs: sql`'charge'`,
    },
    {
      name: 'no more goes back than came in',
      fails: sql`raised_left < 0 or donor_left < 0`,
      ours: sql`raised_left || ' ' || donor_left`,
      theirs: sql`''`,
    },
    {
      name: 'what the provider sent back is booked as sent back',
      fails: sql`charges > 0 and returned <> least(sent_back, credited)`,
      ours: sql`returned`,
      theirs: sql`least(sent_back, credited)`,
    },
  ],
)
