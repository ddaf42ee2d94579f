import { hash } from 'node:crypto'

import { afterAll, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { seedSampleData } from '#dev/sample-data/seed.ts'
import { rankCampaigns } from '#server/campaigns/search/ranking.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { sql } from '#server/platform/database/sql.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openServices } from '#server/services.ts'
import { campaignSorts } from '#shared/campaign-query.ts'
import { categoryPages } from '#shared/category-page.ts'
import { openApp } from '#test/architecture/matrix-world.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { takeShare } from '#test/support/cases/take-share.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'
import { as, newUser, signInAgain, visitor } from '#test/support/people/people.ts'

const url = await testDatabaseUrl()
const owner = openDatabase({ connectionString: url }, { max: 2, onIdleError: () => {} })
afterAll(() => owner[Symbol.asyncDispose]())
// With a database of the caller no jobs run beside the crawl.
// Midnight changes the days that are left.
const startedAt = new Date()
const now = () => startedAt
const { services, app } = await openApp(url, { database: owner, now })
const { config, database } = services
await seedSampleData({ config, database, log: openLog('silent') }, openServices)
await services.transparency.merge()

const campaignRow = z.object({ id: z.string(), slug: z.string(), ownerUid: z.string() })
/** `npm run test:long` reads the pages of all. */
const share = process.env['TESTS'] === 'quick' ? 7 : 1
const campaigns = takeShare(
  await owner.rows(
    campaignRow,
    sql`select id, slug, owner_uid as "ownerUid" from campaign where status in ('approved', 'ended') order by slug`,
  ),
  share,
)
const donations = takeShare(
  await owner.rows(
    z.object({ code: z.string() }),
    sql`select distinct on (campaign_id) access_code as code from donation where state = 'paid' order by campaign_id, reference`,
  ),
  share,
)

/** What everyone reads about a campaign. */
const toPublicPaths = ({ id, slug }: z.output<typeof campaignRow>) => [
  ...['', '/donate', '/ask', '/report', '/ledger', '/share', '/supporters', '/updates'].map(
    (page) => `/c/${slug}${page}`,
  ),
  ...['updates.rss', 'badge.svg', 'chart.svg'].map((name) => `/c/${slug}/${name}`),
  `/embed/${slug}`,
  `/oembed?url=${encodeURIComponent(`${config.publicUrl}/c/${slug}`)}`,
  ...['', '/status', ...(id === campaigns[0]?.id ? ['/poster.pdf', '/card.pdf'] : [])].map(
    (name) => `/share/${id}${name}`,
  ),
  ...['', '/trust', '/supporters', '/updates', '/edits', '/versions'].map(
    (name) => `/api/campaigns/${id}${name}`,
  ),
  `/api/campaigns/by-slug/${slug}`,
  ...['/ledger', '/ledger.csv'].map((name) => `/api/campaigns/${slug}${name}`),
  ...['', '/ledger', '/updates'].map((name) => `/api/v1/campaigns/${slug}${name}`),
]
const listQueries = [
  'limit=50',
  ...campaignSorts.map((sort) => `limit=50&sort=${sort}`),
  'q=school&limit=50',
  'state=funded&limit=50',
]
const listPaths = [
  '/',
  '/transparency',
  '/api/overview',
  '/campaigns.rss',
  '/sitemap.xml',
  '/log/checkpoint',
  ...categoryPages.map(({ slug }) => `/campaigns/${slug}`),
  ...listQueries.flatMap((query) => [
    `/campaigns?${query}`,
    `/api/campaigns?${query}`,
    `/api/v1/campaigns?${query}`,
  ]),
  ...donations.flatMap(({ code }) => [
    `/donations/${code}`,
    `/api/donations/${code}`,
    `/api/donations/${code}/receipt.pdf`,
  ]),
]
const ownerPaths = [
  '/api/overview/account',
  '/api/account/campaigns?limit=50',
  '/api/transactions',
  '/api/transactions/export.csv',
]
const moneyPaths = ['payouts', 'donations', 'donations.csv', 'payouts.csv', 'sources']

type Crawled = Map<string, string>

async function read(who: { cookie: string } | typeof visitor, path: string): Promise<string> {
  const response = await as(app, who)(path)
  const bytes = Buffer.from(await response.arrayBuffer())
  const type = response.headers.get('content-type') ?? ''
  if (type === 'application/pdf') return `${response.status} ${readPdfText(bytes)}`
  const text = type.startsWith('image/jpeg') ? hash('sha256', bytes) : bytes.toString('utf8')
  // A form gets a key of its own each time.
  return `${response.status} ${text.replaceAll(/(idempotencyKey"(?::| value=)")[^"]*/g, '$1')}`
}

async function crawl(): Promise<Crawled> {
  await owner.run(sql`update campaign_listing set ranked_at = null`)
  await rankCampaigns({ database, mode: services.payments.mode, now })
  await services.pages?.cache.purge()
  const found: Crawled = new Map()
  for (const path of [...listPaths, ...campaigns.flatMap(toPublicPaths)])
    found.set(path, await read(visitor, path))
  for (const [uid, own] of Map.groupBy(campaigns, ({ ownerUid }) => ownerUid)) {
    const person = { ...newUser('sample'), uid, firstname: '', lastname: '', cookie: '' }
    const session = await signInAgain(database, person)
    const paths = own.flatMap(({ id }) => moneyPaths.map((name) => `/api/campaigns/${id}/${name}`))
    for (const path of [...ownerPaths, ...paths])
      found.set(`${uid} ${path}`, await read(session, path))
  }
  return found
}

const kobo = 777_777_777
const figure = /₦7,777,777\.77/g

/** Takes away the one figure, where it may stand. Only the page of a campaign shows it. */
const withoutFigure = (path: string, text: string) => {
  const data = text.replaceAll(`"receivedOutside":${kobo}`, '"receivedOutside":0')
  if (!/^\/c\/[^/]+$/.test(path) || data === text) return data
  expect([path, text.match(figure)?.length]).toEqual([path, 1])
  return data
    .replace(/<progress aria-hidden="true"[^>]*class="bar bar-hatched"[^>]*><\/progress>/, '')
    .replace(/<p class="[^"]*">₦7,777,777\.77 received outside Ajo, says the organiser<\/p>/, '')
}
/** The styles of a page are those of its markup. */
const withoutStyles = (text: string) => text.replaceAll(/<style>.*?<\/style>/gs, '')

const listChanged = (before: Crawled, after: Crawled) =>
  [...before].flatMap(([path, text]) => {
    const now = after.get(path) ?? ''
    return withoutStyles(text) === withoutStyles(withoutFigure(path, now)) ? [] : [path]
  })

it('changes one figure of each sample campaign and no other on pages, lists, pictures, files, receipts and the log', async () => {
  const before = await crawl()
  const answered = [...before].filter(([, text]) => text.startsWith('200'))
  expect([...before].filter(([, text]) => !text.startsWith('200')).map(([path]) => path)).toEqual(
    [],
  )
  expect(campaigns.length).toBeGreaterThan(2)
  expect(answered.length).toBeGreaterThan(60 + 20 * campaigns.length)

  await owner.run(sql`
    insert into outside_receipt (campaign_id, owner_uid, amount_kobo, day, note, document_id, written_at)
    select id, owner_uid, ${kobo}, current_date - 1, 'Collected in church', gen_random_uuid(), now()
    from campaign where status in ('approved', 'ended')`)
  expect(listChanged(before, await crawl())).toEqual([])

  await owner.run(sql`update outside_receipt set withdrawn_at = now()`)
  const withdrawn = await crawl()
  expect(
    [...before].flatMap(([path, text]) => (withdrawn.get(path) === text ? [] : [path])),
  ).toEqual([])

  // What the crawl finds where the sum does enter what was raised.
  await owner.run(
    sql`update campaign_total set gross_kobo = gross_kobo + ${kobo}, raised_kobo = raised_kobo + ${kobo}`,
  )
  const wrong = listChanged(before, await crawl())
  const [{ id, slug } = { id: '', slug: '' }] = campaigns
  expect(wrong).toEqual(
    expect.arrayContaining([
      '/',
      '/campaigns?limit=50&sort=most-funded',
      `/share/${id}`,
      `/share/${id}/status`,
      `/api/campaigns/${id}`,
      `/api/v1/campaigns/${slug}`,
      `/c/${slug}`,
      `/c/${slug}/badge.svg`,
      `/embed/${slug}`,
    ]),
  )
}, 300_000)
