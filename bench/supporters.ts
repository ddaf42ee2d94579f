// Largest contentful paint of a campaign page with 100,000 supporters against the same page with 20, on two servers, alternating: node bench/supporters.ts.
import { openDatabase } from '#server/platform/database/database.ts'
import { getRunningConnection } from '#server/platform/database/embedded/running-connection.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { startAjo, type Ajo } from '#test/e2e/ajo.ts'
import { insertPaidDonations } from '#test/insert-donations.ts'
import { ada, createPerson } from '#test/people.ts'

import { measurePaint, openChromium } from './paint.ts'
import { median } from './rates.ts'
import { printRow, tableHead } from './table.ts'

const runs = Number(process.env['BENCH_RUNS'] ?? 15)
const counts = { few: 20, many: 100_000 }
const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }

await using few = await startAjo({ env })
await using many = await startAjo({ env })
const pages = {
  few: `${few.url}/c/${await insertCampaign(few, counts.few)}`,
  many: `${many.url}/c/${await insertCampaign(many, counts.many)}`,
}
const browser = await openChromium()
const largest = { few: [] as number[], many: [] as number[] }
for (let run = 0; run < runs; run++)
  for (const [name, page] of Object.entries(pages)) {
    const paint = await measurePaint(browser, page)
    if (paint) largest[name as 'few' | 'many'].push(paint.largest)
  }
await browser.close()
const [before, after] = [median(largest.few), median(largest.many)]
console.log(tableHead)
printRow({
  what: `Largest contentful paint of a campaign page with ${counts.many} supporters (${largest.many.length} of ${runs} loads painted)`,
  figure: `${Math.round(after)} ms`,
  reference: `${Math.round(before)} ms with ${counts.few}`,
  ratio: after / before,
  goal: { atMost: 1.1 },
})

/** Returns the slug of a new campaign with so many supporters. */
async function insertCampaign({ dataDir }: Ajo, count: number): Promise<string> {
  const connection = getRunningConnection(dataDir)
  if (!connection) throw new Error('the database does not run')
  await using database = openDatabase(connection, { onIdleError: () => {} })
  await createPerson(database, ada)
  const content = embeddedContent(database)
  const { id, slug } = await insertCampaignBy(content, ada, 'approved', { endDate: '2099-01-01' })
  // The page reads the totals of the campaign only; that of Ajo exists already.
  await database.pool.query('delete from platform_total; delete from platform_donor')
  await insertPaidDonations(database.pool, count, count, { campaignId: id, ownerUid: ada.uid })
  await database.pool.query(
    `insert into supporter (campaign_id, donation_id, amount_kobo, listed_at, words)
     select campaign_id, id, amount_kobo, created_at, 'shown' from donation where campaign_id = $1`,
    [id],
  )
  await database.pool.query('vacuum analyze')
  return slug
}
