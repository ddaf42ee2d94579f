import { identifier, joinSql, sql } from '../../../platform/database/sql.ts'
import { accountColumns } from '../chart/accounts.ts'
import { rowInvariants } from './invariant.ts'

const isCharge = sql`kind = 'charge'`
const balance = joinSql(Object.values(accountColumns).map(identifier), sql` + `)
const cause = sql`kind || ':' || mode || ':' || transaction_id`

/** Compares each entry with its donation. */
export const entryInvariants = rowInvariants(
  sql`
    select entry.*, donation.owner_uid as donation_owner, donation.mode as donation_mode, donation.amount_kobo as donation_amount,
      donation.platform_kobo as donation_platform, donation.reference as donation_reference, donation.state as donation_state,
      bound.reference as bound_reference
    from ledger_entry entry
    left join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
    left join provider_transaction bound on bound.mode = entry.mode and bound.transaction_id = entry.transaction_id`,
  sql`campaign_id || ' ' || effect_key`,
  [
    {
      name: 'the accounts of every entry sum to zero',
      fails: sql`${balance} <> 0`,
      ours: balance,
      theirs: sql`0`,
    },
    {
      name: 'an entry belongs to a donation of the same owner',
      fails: sql`donation_id is not null and owner_uid is distinct from donation_owner`,
      ours: sql`owner_uid`,
      theirs: sql`donation_owner`,
    },
    {
      name: 'an entry has the mode of its donation',
      fails: sql`mode <> donation_mode`,
      ours: sql`mode`,
      theirs: sql`donation_mode`,
    },
    {
      name: 'a charge raises the amount of its donation',
      fails: sql`${isCharge} and raised_kobo <> donation_amount`,
      ours: sql`raised_kobo`,
      theirs: sql`donation_amount`,
    },
    {
      name: 'a charge has the platform fee of its donation',
      fails: sql`${isCharge} and -platform_revenue_kobo <> donation_platform`,
      ours: sql`-platform_revenue_kobo`,
      theirs: sql`donation_platform`,
    },
    {
      name: 'no donor is charged less than is raised',
      fails: sql`${isCharge} and -donor_kobo < raised_kobo`,
      ours: sql`-donor_kobo`,
      theirs: sql`raised_kobo`,
    },
    {
      name: 'the effect key of an entry names its cause',
      fails: sql`case when kind in ('charge', 'fee') then effect_key <> ${cause} and not starts_with(effect_key, ${cause} || ':')
        when reversal_key is null then not starts_with(effect_key, kind || ':' || mode || ':')
        else split_part(effect_key, ':', 1) <> kind or split_part(effect_key, ':', 3) <> split_part(reversal_key, ':', 3) end`,
      ours: sql`effect_key`,
      theirs: sql`coalesce(reversal_key, ${cause}, kind)`,
    },
    {
      name: 'a transaction pays for the reference that it was first reported with',
      fails: sql`${isCharge} and bound_reference is distinct from donation_reference`,
      ours: sql`donation_reference`,
      theirs: sql`bound_reference`,
    },
    {
      name: 'a donation with an entry is paid',
      fails: sql`donation_state <> 'paid'`,
      ours: sql`donation_state`,
      theirs: sql`'paid'`,
    },
  ],
)
