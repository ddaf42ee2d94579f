import { sql } from '../../../../platform/database/sql.ts'
import { byOther, either, type Rows } from './entry.ts'

const named: Rows = {
  words: '`subject_uids` contains the account',
  where: ({ uid }) => (uid === null ? null : sql`subject_uids @> array[${uid}]`),
}

const asOrganiser: Rows = {
  words: 'the read was about organisers, and `campaign_ids` contains a campaign of the account',
  where: ({ campaignIds }) =>
    campaignIds.length === 0
      ? null
      : sql`(concerns = 'organisers' and campaign_ids && ${campaignIds}::text[])`,
}

const asDonor = byOther(
  'the read was about all donors of a campaign that the person had donated to',
  (donations) => sql`(concerns = 'donors' and subjects is null and exists (
    select from donation where ${donations} and donation.campaign_id = any(campaign_ids)
      and donation.created_at <= at))`,
)

/** Rows of the access log about a person. */
export const readsAbout = either(named, asOrganiser, asDonor)
