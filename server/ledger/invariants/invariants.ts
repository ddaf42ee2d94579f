import { sql } from '../../database/sql.ts'
import { chainInvariants } from './chain-invariants.ts'
import { donationInvariants } from './donation-invariants.ts'
import { entryInvariants } from './entry-invariants.ts'
import { invariant, type Invariant } from './invariant.ts'
import { totalInvariants } from './total-invariants.ts'

export const invariants: readonly Invariant[] = [
  entryInvariants,
  donationInvariants,
  ...totalInvariants,
  ...chainInvariants,
  invariant(
    'a transaction of the provider is counted once across all campaigns',
    sql`
    select mode || ' ' || transaction_id, count(*)::text, '1'
    from ledger_entry where kind = 'charge' group by mode, transaction_id having count(*) > 1`,
  ),
  invariant(
    'refunds at the provider never exceed the payment',
    sql`
    select refund.campaign_id || ' ' || refund.donation_id, sum(refund.amount_kobo)::text, known.amount_kobo::text
    from provider_refund refund
    join provider_payment known using (campaign_id, donation_id)
    where refund.status <> 'failed'
    group by refund.campaign_id, refund.donation_id, known.amount_kobo having sum(refund.amount_kobo) > known.amount_kobo`,
  ),
  invariant(
    'every donation is found by its reference and by its access code',
    sql`
    select donation.campaign_id || ' ' || donation.id, donation.reference, ''
    from donation
    left join donation_reference reference on reference.reference = donation.reference
    left join donation_access_code code on code.access_code = donation.access_code
    where reference.donation_id is distinct from donation.id or code.donation_id is distinct from donation.id`,
  ),
  invariant(
    'every quarantined donation has a quarantined payment',
    sql`
    select donation.campaign_id || ' ' || donation.id, 'quarantined', ''
    from donation where state = 'quarantined' and not exists (
      select from quarantined_payment where quarantined_payment.reference = donation.reference)`,
  ),
]

export const invariantNames: readonly string[] = invariants.flatMap(({ names }) => names)
