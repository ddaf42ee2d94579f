import { sql } from '../../database/sql.ts'
import { lookAtRows } from './invariant.ts'

const isCharge = sql`kind = 'charge'`
const legs = sql`donor_kobo + owner_kobo + platform_kobo + provider_kobo`
const cause = sql`kind || ':' || mode || ':' || transaction_id`

/** What each entry says, beside the donation that it belongs to. */
export const entryChecks = lookAtRows(
  sql`
    select entry.*, due.owner_uid as due_owner, due.mode as due_mode, due.amount_kobo as due_amount,
      due.platform_kobo as due_platform, due.reference as due_reference, due.state as due_state,
      bound.reference as bound_reference
    from ledger_entry entry
    left join donation due on due.campaign_id = entry.campaign_id and due.id = entry.donation_id
    left join provider_transaction bound on bound.mode = entry.mode and bound.transaction_id = entry.transaction_id`,
  sql`campaign_id || ' ' || effect_key`,
  [
    {
      name: 'the legs of every entry sum to zero',
      fails: sql`${legs} <> 0`,
      ours: legs,
      theirs: sql`0`,
    },
    {
      name: 'an entry belongs to a donation of the same owner',
      fails: sql`owner_uid is distinct from due_owner`,
      ours: sql`owner_uid`,
      theirs: sql`due_owner`,
    },
    {
      name: 'play money and real money never meet',
      fails: sql`mode <> due_mode`,
      ours: sql`mode`,
      theirs: sql`due_mode`,
    },
    {
      name: 'a charge raises what the donor was asked for',
      fails: sql`${isCharge} and raised_kobo <> due_amount`,
      ours: sql`raised_kobo`,
      theirs: sql`due_amount`,
    },
    {
      name: 'a charge gives the platform what was agreed',
      fails: sql`${isCharge} and platform_kobo <> due_platform`,
      ours: sql`platform_kobo`,
      theirs: sql`due_platform`,
    },
    {
      name: 'no donor is charged less than is raised',
      fails: sql`${isCharge} and -donor_kobo < raised_kobo`,
      ours: sql`-donor_kobo`,
      theirs: sql`raised_kobo`,
    },
    {
      name: 'the effect of an entry is named after what caused it',
      fails: sql`case when return_key is null then effect_key <> ${cause}
        else split_part(effect_key, ':', 1) <> kind or split_part(effect_key, ':', 3) <> split_part(return_key, ':', 3) end`,
      ours: sql`effect_key`,
      theirs: sql`coalesce(return_key, ${cause})`,
    },
    {
      name: 'a transaction pays for the reference it was first seen with',
      fails: sql`${isCharge} and bound_reference is distinct from due_reference`,
      ours: sql`due_reference`,
      theirs: sql`bound_reference`,
    },
    {
      name: 'what is in the books is paid',
      fails: sql`due_state <> 'paid'`,
      ours: sql`due_state`,
      theirs: sql`'paid'`,
    },
  ],
)
