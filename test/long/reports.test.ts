import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { caseReportsSchema, casesSchema } from '#shared/moderation.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { moderate } from '#test/support/campaigns/moderation.ts'
import { ada, as, chidi, createPerson } from '#test/support/people/people.ts'

/** `npm run test:long` stores 10,000. */
const reports = Number(process.env['REPORTS'] ?? 600)
/** The list of cases and the list of reports each have several pages. */
const campaigns = Math.max(60, Math.ceil(reports / 65))
const deleted = Math.floor(campaigns / 5)

const { database, owner } = await testDatabase()
const { app, content } = await openCampaignApp(database)
const { report } = moderate(app)

const idRow = z.object({ id: z.string() })

it('shows each report over campaigns in all statuses exactly once, also while new ones arrive', async () => {
  await createPerson(database, ada)
  const asReviewer = as(app, await createPerson(database, chidi))
  const ids = await insertCampaigns()
  const before = await insertReports(ids)
  for (const id of ids.slice(0, deleted)) await content.deleteCampaign(id)
  const reported = (await insertCampaignBy(content, ada, 'approved')).id

  const seen: string[] = []
  const pages = { cases: 0, reports: 0 }
  for (let after: string | null = ''; after !== null;) {
    const answer = await asReviewer(`/api/cases?order=oldest&after=${after}`)
    const page: z.output<typeof casesSchema> = z.parse(casesSchema, await answer.json())
    pages.cases++
    for (const { id } of page.cases)
      for (let next: number | null = 0; next !== null;) {
        const listed: Response = await asReviewer(`/api/cases/${id}/reports?after=${next}`)
        const found = z.parse(caseReportsSchema, await listed.json())
        seen.push(...found.reports.map((each) => each.id))
        next = found.next
        pages.reports++
      }
    await report(reported)
    await report((await insertCampaignBy(content, ada, 'approved')).id)
    after = page.next
  }
  expect(before).toHaveLength(reports)
  expect(new Set(seen).size).toBe(seen.length)
  const known = new Set(seen)
  expect(before.filter(({ id }) => !known.has(id))).toEqual([])
  expect(pages.cases).toBeGreaterThan(1)
  expect(pages.reports).toBeGreaterThan(campaigns)
}, 120_000)

async function insertCampaigns(): Promise<string[]> {
  const statuses = ['approved', 'ended', 'cancelled', 'rejected', 'pending'] as const
  const ids: string[] = []
  for (let index = 0; index < campaigns; index++) {
    const status = statuses[index % statuses.length] ?? 'approved'
    const stored = await insertCampaignBy(content, ada, status, { title: `Campaign ${index}` })
    ids.push(stored.id)
  }
  return ids
}

/** Half of them are about one campaign, so that its reports have several pages. */
async function insertReports(ids: string[]) {
  await owner.run(sql`
    with opened as (
      insert into moderation_case (campaign_id, title, opened_at)
      select campaign_id, '', now() from unnest(${ids}::text[]) campaign_id returning id, campaign_id)
    insert into campaign_report (campaign_id, id, case_id, reason, details, at)
    select campaign_id, gen_random_uuid(), opened.id, 'fraud', 'Report ' || number, now() - number % 400 * interval '1 minute'
    from generate_series(1, ${reports}) number
    join opened on campaign_id = (${ids}::text[])[case when number % 2 = 0 then 1 else 1 + number / 2 % ${campaigns} end]`)
  return owner.rows(idRow, sql`select id from campaign_report`)
}
