import { sql, type Sql } from '../../../platform/database/sql.ts'
import { eachColumn } from '../chart/accounts.ts'
import { invariant, withCommonTable, type Invariant } from './invariant.ts'

const levels = [
  { level: 'campaign', table: sql`campaign`, key: sql`campaign_id` },
  { level: 'owner', table: sql`owner`, key: sql`owner_uid` },
  { level: 'platform', table: sql`platform`, key: sql`''` },
] as const
type Level = (typeof levels)[number]

const forEachLevel = (
  toName: (level: string) => string,
  toViolations: (level: Level) => Sql,
): Invariant[] => levels.map((each) => invariant(toName(each.level), toViolations(each)))

const sums = sql`raised, gross, reversed, paid, ${eachColumn((column) => column)}`
const sumColumns = sql`sum(raised) as raised, sum(gross) as gross, sum(reversed) as reversed, sum(paid) as paid,
        ${eachColumn((column) => sql`sum(${column}) as ${column}`)}`

const totalsMatchEntries = withCommonTable(
  sql`
  booked as materialized (
    select campaign_id, owner_uid, mode, sum(raised_kobo) as raised,
      coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0) as gross,
      coalesce(-sum(raised_kobo) filter (where kind <> 'charge'), 0) as reversed, count(*) filter (where kind = 'charge') as paid,
      ${eachColumn((column) => sql`sum(${column}) as ${column}`)}
    from ledger_entry group by campaign_id, owner_uid, mode)`,
  forEachLevel(
    (level) => `the ${level} totals are the sums of the entries`,
    ({ table, key }) => sql`
    select coalesce(ours.mode, theirs.mode) || ' ' || coalesce(ours.key, theirs.key), ours.sums, theirs.sums
    from (
      select mode, key, row(${sums})::text as sums from (
        select ${key} as key, mode, ${sumColumns} from (
          select *, raised_kobo as raised, gross_kobo as gross, reversed_kobo as reversed, paid_count as paid
          from ${table}_total) total
        group by 1, 2) summed) ours
    full join (
      select mode, key, row(${sums})::text as sums from (
        select ${key} as key, mode, ${sumColumns} from booked group by 1, 2) summed) theirs
      on ours.key = theirs.key and ours.mode = theirs.mode
    where ours.sums is distinct from theirs.sums`,
  ),
)

/** A donation counts while any of it is left (readings M4). */
const donorsMatchDonations = withCommonTable(
  sql`
  remaining as materialized (
    select campaign_id, owner_uid, mode, donor_key from donation
    join (
      select campaign_id, donation_id as id from ledger_entry group by campaign_id, donation_id
      having sum(raised_kobo) > 0) booked using (campaign_id, id))`,
  forEachLevel(
    (level) => `the ${level} donors have the right number of donations`,
    ({ table, key }) => sql`
    select mode || ' ' || key, sum(ours)::text, sum(theirs)::text
    from (
      select ${key} as key, mode, donor_key, donations as ours, 0 as theirs from ${table}_donor
      union all
      select ${key}, mode, donor_key, 0, 1 from remaining) donor
    group by mode, key, donor_key having sum(ours) <> sum(theirs)`,
  ),
)

const donorCountsMatch = forEachLevel(
  (level) => `the ${level} totals count the donors with a donation left`,
  ({ table, key }) => sql`
  select coalesce(ours.mode, theirs.mode) || ' ' || coalesce(ours.key, theirs.key), ours.donors::text, theirs.donors::text
  from (select ${key} as key, mode, sum(donor_count) as donors from ${table}_total group by 1, 2) ours
  full join (
    select ${key} as key, mode, count(*) filter (where donations > 0) as donors from ${table}_donor group by 1, 2) theirs
    on ours.key = theirs.key and ours.mode = theirs.mode
  where coalesce(ours.donors, 0) <> coalesce(theirs.donors, 0)`,
)

const balanced = invariant(
  'the raised amount of every total is gross less reversals',
  sql`
  select mode || ' ' || key || ' ' || slot, raised_kobo::text, (gross_kobo - reversed_kobo)::text
  from (
    select campaign_id as key, mode, slot, raised_kobo, gross_kobo, reversed_kobo from campaign_total
    union all select owner_uid, mode, slot, raised_kobo, gross_kobo, reversed_kobo from owner_total
    union all select '', mode, slot, raised_kobo, gross_kobo, reversed_kobo from platform_total) total
  where raised_kobo <> gross_kobo - reversed_kobo or least(raised_kobo, reversed_kobo) < 0`,
)

const daySums = sql`entries, donations, donated_kobo, reversed_kobo, donor_kobo, owner_kobo, platform_kobo, provider_kobo, paid_out_kobo`

const daysMatchEntries = invariant(
  'the days of every campaign are the sums of the entries',
  sql`
  select coalesce(ours.key, theirs.key), ours.sums, theirs.sums
  from (
    select mode || ' ' || campaign_id || ' ' || day as key, row(${daySums})::text as sums from campaign_day) ours
  full join (
    select mode || ' ' || campaign_id || ' ' || day as key, row(${daySums})::text as sums from (
      select mode, campaign_id, (effective_at at time zone 'Africa/Lagos')::date as day, count(*) as entries,
        count(*) filter (where kind = 'charge') as donations,
        coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0) as donated_kobo,
        coalesce(-sum(raised_kobo) filter (where reversal_key is not null), 0) as reversed_kobo, sum(donor_kobo) as donor_kobo,
        sum(owner_kobo) as owner_kobo, sum(platform_kobo) as platform_kobo, sum(provider_kobo) as provider_kobo,
        sum(paid_out_kobo) as paid_out_kobo
      from ledger_entry group by 1, 2, 3) summed) theirs using (key)
  where ours.sums is distinct from theirs.sums`,
)

export const totalInvariants: readonly Invariant[] = [
  daysMatchEntries,
  totalsMatchEntries,
  donorsMatchDonations,
  ...donorCountsMatch,
  balanced,
]
