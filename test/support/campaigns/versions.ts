import type { Database } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'

/** Two versions of an approved campaign, the second of which waits for a reviewer. */
export async function insertVersions(owner: Database, campaignId: string) {
  await owner.run(sql`
    insert into campaign_version (campaign_id, number, kind, content, score, review, at)
    select c.id, v.number, v.kind, jsonb_build_object('title', c.title, 'country', c.country, 'city', c.city,
        'category', c.category, 'cause', c.cause, 'description', c.description, 'goal', c.goal, 'startDate', c.start_date,
        'endDate', c.end_date, 'raiseMoneyFor', c.raise_money_for, 'importance', c.importance, 'impact', c.impact,
        'images', c.images, 'budget', c.budget, 'beneficiary', null), 0, v.review, now()
    from campaign c, (values (1, 'approved', 'reviewed'), (2, 'corrected', 'open')) as v (number, kind, review)
    where c.id = ${campaignId}`)
}

/** Makes the image the only one of the campaign. */
export async function showPicture(owner: Database, campaignId: string, id: string) {
  const images = JSON.stringify([{ id, width: 800, height: 500, alt: '' }])
  await owner.run(sql`update campaign set images = ${images} where id = ${campaignId}`)
}
