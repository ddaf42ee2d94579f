import { sql } from '../../../platform/database/sql.ts'
import { donationInvariants } from './donation-invariants.ts'
import { entryInvariants } from './entry-invariants.ts'
import { invariant, type Invariant } from './invariant.ts'
import { positionInvariants } from './position-invariants.ts'
import { providerInvariants } from './provider-invariants.ts'
import { settlementInvariants } from './settlement-invariants.ts'
import { totalInvariants } from './total-invariants.ts'

export const invariants: readonly Invariant[] = [
  entryInvariants,
  donationInvariants,
  ...totalInvariants,
  ...positionInvariants,
  ...settlementInvariants,
  ...providerInvariants,
  invariant(
    'a transaction of the provider is counted once across all campaigns',
    sql`
    select mode || ' ' || transaction_id, count(*)::text, '1'
    from ledger_entry where kind = 'charge' group by mode, transaction_id having count(*) > 1`,
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
