import { sql, type Sql } from '../../database/sql.ts'
import { look, together, type Look } from './invariant.ts'

const levels = [
  { of: 'campaign', table: sql`campaign`, who: sql`campaign_id` },
  { of: 'owner', table: sql`owner`, who: sql`owner_uid` },
  { of: 'platform', table: sql`platform`, who: sql`''` },
] as const
type Level = (typeof levels)[number]

const atEachLevel = (nameOf: (of: string) => string, finds: (level: Level) => Sql): Look[] =>
  levels.map((level) => look(nameOf(level.of), finds(level)))

/** The totals worked out anew from the entries, all of them, beside those that are kept. */
const totalsAgree = together(
  sql`
  booked as materialized (
    select campaign_id, owner_uid, mode, sum(raised_kobo) as raised,
      coalesce(sum(raised_kobo) filter (where kind = 'charge'), 0) as gross,
      coalesce(-sum(raised_kobo) filter (where kind <> 'charge'), 0) as returned, count(*) filter (where kind = 'charge') as paid
    from ledger_entry group by campaign_id, owner_uid, mode)`,
  atEachLevel(
    (of) => `the totals of each ${of} are the sum of the entries`,
    ({ table, who }) => sql`
    select coalesce(ours.mode, theirs.mode) || ' ' || coalesce(ours.who, theirs.who),
      concat_ws(' ', ours.raised, ours.gross, ours.returned, ours.paid),
      concat_ws(' ', theirs.raised, theirs.gross, theirs.returned, theirs.paid)
    from (
      select ${who} as who, mode, sum(raised_kobo) as raised, sum(gross_kobo) as gross, sum(returned_kobo) as returned,
        sum(paid_count) as paid
      from ${table}_total group by 1, 2) ours
    full join (
      select ${who} as who, mode, sum(raised) as raised, sum(gross) as gross, sum(returned) as returned, sum(paid) as paid
      from booked group by 1, 2) theirs on ours.who = theirs.who and ours.mode = theirs.mode
    where (ours.raised, ours.gross, ours.returned, ours.paid)
      is distinct from (theirs.raised, theirs.gross, theirs.returned, theirs.paid)`,
  ),
)

/** A gift stands while anything of it is left (readings M4). */
const giftsAgree = together(
  sql`
  standing as materialized (
    select campaign_id, owner_uid, mode, donor_key from donation
    join (
      select campaign_id, donation_id as id from ledger_entry group by campaign_id, donation_id
      having sum(raised_kobo) > 0) gift using (campaign_id, id))`,
  atEachLevel(
    (of) => `the gifts of each donor are counted right by ${of}`,
    ({ table, who }) => sql`
    select mode || ' ' || who, sum(ours)::text, sum(theirs)::text
    from (
      select ${who} as who, mode, donor_key, gifts as ours, 0 as theirs from ${table}_donor
      union all
      select ${who}, mode, donor_key, 0, 1 from standing) gift
    group by mode, who, donor_key having sum(ours) <> sum(theirs)`,
  ),
)

const headsAgree = atEachLevel(
  (of) => `the heads of each ${of} are the donors whose gifts stand`,
  ({ table, who }) => sql`
  select coalesce(ours.mode, theirs.mode) || ' ' || coalesce(ours.who, theirs.who), ours.heads::text, theirs.heads::text
  from (select ${who} as who, mode, sum(donor_count) as heads from ${table}_total group by 1, 2) ours
  full join (
    select ${who} as who, mode, count(*) filter (where gifts > 0) as heads from ${table}_donor group by 1, 2) theirs
    on ours.who = theirs.who and ours.mode = theirs.mode
  where ours.heads is distinct from theirs.heads`,
)

const balanced = look(
  'what is raised is what came in less what went back',
  sql`
  select mode || ' ' || who || ' ' || slot, raised_kobo::text, (gross_kobo - returned_kobo)::text
  from (
    select campaign_id as who, mode, slot, raised_kobo, gross_kobo, returned_kobo from campaign_total
    union all select owner_uid, mode, slot, raised_kobo, gross_kobo, returned_kobo from owner_total
    union all select '', mode, slot, raised_kobo, gross_kobo, returned_kobo from platform_total) total
  where raised_kobo <> gross_kobo - returned_kobo or least(raised_kobo, returned_kobo) < 0`,
)

export const totalChecks: readonly Look[] = [totalsAgree, giftsAgree, ...headsAgree, balanced]
