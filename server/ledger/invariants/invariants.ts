import { sql } from '../../database/sql.ts'
import { chainChecks } from './chain-invariants.ts'
import { entryChecks } from './entry-invariants.ts'
import { giftChecks } from './donation-invariants.ts'
import { look, type Look } from './invariant.ts'
import { totalChecks } from './total-invariants.ts'

/** All that must hold in the books. */
export const checks: readonly Look[] = [
  entryChecks,
  giftChecks,
  ...totalChecks,
  ...chainChecks,
  look(
    'a transaction of the provider is counted once, whatever the campaign',
    sql`
    select mode || ' ' || transaction_id, count(*)::text, '1'
    from ledger_entry where kind = 'charge' group by mode, transaction_id having count(*) > 1`,
  ),
  look(
    'the provider sends back no more than was paid',
    sql`
    select refund.campaign_id || ' ' || refund.donation_id, sum(refund.amount_kobo)::text, known.amount_kobo::text
    from provider_refund refund
    join provider_payment known using (campaign_id, donation_id)
    where refund.status <> 'failed'
    group by refund.campaign_id, refund.donation_id, known.amount_kobo having sum(refund.amount_kobo) > known.amount_kobo`,
  ),
  look(
    'every donation is found by its reference and by its code',
    sql`
    select donation.campaign_id || ' ' || donation.id, donation.reference, ''
    from donation
    left join donation_reference reference on reference.reference = donation.reference
    left join donation_receipt receipt on receipt.receipt = donation.receipt
    where reference.donation_id is distinct from donation.id or receipt.donation_id is distinct from donation.id`,
  ),
  look(
    'what is kept aside stands in the quarantine',
    sql`
    select donation.campaign_id || ' ' || donation.id, 'quarantined', ''
    from donation where state = 'quarantined' and not exists (
      select from quarantine where quarantine.reference = donation.reference)`,
  ),
]

export const checkNames: readonly string[] = checks.flatMap(({ names }) => names)
