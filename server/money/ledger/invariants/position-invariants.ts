import { identifier, joinSql, sql } from '../../../platform/database/sql.ts'
import { accountColumns, accounts } from '../chart/accounts.ts'
import { entryKinds, getAllowedAccounts } from '../chart/chart.ts'
import { invariant, rowInvariants, type Invariant } from './invariant.ts'

const columns = Object.values(accountColumns).map(identifier)
const sum = joinSql(columns, sql` + `)

/** The accounts of a kind that it must leave unchanged, as one row each. */
const forbidden = joinSql(
  entryKinds.flatMap((kind) => {
    const allowed = getAllowedAccounts(kind)
    return accounts
      .filter((account) => !allowed.has(account))
      .map((account) => sql`(kind = ${kind} and ${identifier(accountColumns[account])} <> 0)`)
  }),
  sql` or `,
)

/** Compares the positions of owners, and the entries with the chart of accounts. */
export const positionInvariants: readonly Invariant[] = [
  rowInvariants(
    sql`
    select campaign_id, mode, sum(payable_due_kobo) as due, sum(payable_held_kobo) as held,
      sum(owner_receivable_kobo) as receivable
    from ledger_entry group by campaign_id, mode`,
    sql`mode || ' ' || campaign_id`,
    [
      {
        name: 'no owner was paid more than was due without owing it',
        fails: sql`due > 0 or held > 0`,
        ours: sql`due || ' ' || held`,
        theirs: sql`0`,
      },
      {
        name: 'no owner owes less than nothing',
        fails: sql`receivable < 0`,
        ours: sql`receivable`,
        theirs: sql`0`,
      },
    ],
  ),
  // What was deducted for a refund that failed or a dispute that was won or
  // reopened comes back with a later payout. The provider does not say what a dispute had cost before it was reopened for another amount, which was at most the payment.
  invariant(
    'deductions never exceed the reversals that the provider reported',
    sql`
    select cleared.mode || ' ' || cleared.campaign_id, cleared.kobo::text, coalesce(pending.kobo, 0)::text
    from (
      select campaign_id, mode, sum(donor_clearing_kobo) as kobo from ledger_entry group by campaign_id, mode) cleared
    left join (
      select campaign_id, mode, sum(kobo) as kobo from (
        select campaign_id, mode, amount_kobo as kobo from provider_refund where status <> 'processed'
        union all
        select campaign_id, mode, (seen ->> 'amount')::bigint from quarantined_payment
        where owner_uid is not null and (
          refund_status <> 'processed' or cardinality(earlier_refund_ids) > 0)
        union all
        select dispute.campaign_id, dispute.mode, case
          when dispute.status not in ('resolved', 'archived') then coalesce(paid.amount_kobo, refund_kobo, 1000000000)
          when resolution in ('merchant-accepted', 'auto-accepted') then greatest(0, paid.amount_kobo - refund_kobo)
          else paid.amount_kobo end
        from provider_dispute dispute left join provider_payment paid using (campaign_id, donation_id)) open
      group by campaign_id, mode) pending using (campaign_id, mode)
    where cleared.kobo > coalesce(pending.kobo, 0)`,
  ),
  invariant(
    'the accounts sum to zero at every level',
    sql`
    select level || ' ' || key || ' ' || slot, (${sum})::text, '0' from (
      select 'campaign' as level, mode || ' ' || campaign_id as key, slot, ${joinSql(columns)} from campaign_total
      union all select 'owner', mode || ' ' || owner_uid, slot, ${joinSql(columns)} from owner_total
      union all select 'platform', mode, slot, ${joinSql(columns)} from platform_total) total
    where ${sum} <> 0`,
  ),
  invariant(
    'an entry posts only the accounts of its kind',
    sql`select campaign_id || ' ' || effect_key, kind, '' from ledger_entry where ${forbidden}
      or not kind = any(${entryKinds}::text[])`,
  ),
  invariant(
    'an entry of a campaign has the owner of its donations',
    sql`select campaign_id || ' ' || effect_key, owner_uid, '' from ledger_entry entry
      where donation_id is null and campaign_id <> 'platform' and not exists (
        select from donation
        where donation.campaign_id = entry.campaign_id and donation.owner_uid = entry.owner_uid and donation.mode = entry.mode)
      and not exists (
        select from quarantined_payment payment
        where payment.campaign_id = entry.campaign_id and payment.owner_uid = entry.owner_uid and payment.mode = entry.mode)`,
  ),
  invariant(
    'no write-off is undone beyond its amount',
    sql`
    select undone.campaign_id || ' ' || undone.key, undone.kobo::text, coalesce(write_off.platform_loss_kobo, 0)::text
    from (
      select campaign_id, 'write_off:' || mode || ':' || split_part(effect_key, ':', 3) as key, -sum(platform_loss_kobo) as kobo
      from ledger_entry where kind = 'write_off_undo' group by 1, 2) undone
    left join ledger_entry write_off on write_off.campaign_id = undone.campaign_id and write_off.effect_key = undone.key
      and write_off.kind = 'write_off'
    where undone.kobo > coalesce(write_off.platform_loss_kobo, 0)`,
  ),
  invariant(
    'a write-off is undone only for a reversal that was undone',
    sql`
    select mode || ' ' || campaign_id, undone::text, credited::text
    from (
      select campaign_id, mode, -sum(platform_loss_kobo) filter (where kind = 'write_off_undo') as undone,
        coalesce(sum(owner_kobo) filter (where reversal_key is not null and owner_kobo > 0), 0) as credited
      from ledger_entry where kind <> 'charge' group by campaign_id, mode) undo
    where undone > credited`,
  ),
  // The admin's action is in the audit log, which the application cannot change either.
  invariant(
    'a claim is written off with a reason by an admin',
    sql`
    select campaign_id || ' ' || effect_key, source || ' ' || coalesce(memo, ''), 'admin' from (
      select *, row_number() over (partition by campaign_id, memo) as number from ledger_entry where kind = 'write_off') entry
    where source <> 'admin' or coalesce(memo, '') = '' or number > (
      select count(*) from audit_log
      where action = 'write-off' and subject = 'campaign ' || campaign_id and reason = memo)`,
  ),
]
