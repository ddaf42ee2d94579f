import pg from 'pg'
import { afterAll, expect, it } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { openListeningApp } from '#test/support/servers/listening-app.ts'
import { ada, createPerson } from '#test/support/people/people.ts'

const url = await testDatabaseUrl()
const app = await openListeningApp({ DATABASE_URL: url, RATE_LIMITS: 'off' })
afterAll(() => app[Symbol.asyncDispose]())
const owner = openDatabase({ connectionString: url }, { max: 2, onIdleError: () => {} })
afterAll(() => owner[Symbol.asyncDispose]())
const person = await createPerson(owner, ada)
const campaign = await insertCampaignBy(app.services.content, person, 'approved')

const ask = (path: string, signal?: AbortSignal) =>
  fetch(`http://localhost:${app.port}/api/campaigns/${campaign.id}/${path}`, {
    headers: { cookie: person.cookie },
    ...(signal && { signal }),
  })

/** Makes all reads of donations wait until `release` is called. */
async function lockDonations() {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin; lock table donation in access exclusive mode')
  return { release: () => client.end() }
}

const countWaiting = async () =>
  (
    await owner.pool.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query ~ 'donation'`,
    )
  ).rowCount

it('a page that PostgreSQL does not answer in time is refused, says when to try again, and leaves no statement', async () => {
  const lock = await lockDonations()
  const response = await ask('donations').finally(() => void lock.release())
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('10')
  expect(await response.json()).toMatchObject({ error: { code: 'busy', retryAfterSeconds: 10 } })
  expect(await countWaiting()).toBe(0)
  expect((await ask('donations')).status).toBe(200)
})

it.each(['donations.csv', 'donations'])(
  'a client that goes away stops the statement of %s',
  async (path) => {
    const lock = await lockDonations()
    const client = new AbortController()
    const read = ask(path, client.signal).then((response) => response.text())
    const failure = read.then(
      () => '',
      (error: Error) => error.name,
    )
    await expect.poll(countWaiting).toBe(1)
    client.abort()
    expect(await failure).toBe('AbortError')
    await expect.poll(countWaiting).toBe(0)
    await lock.release()
  },
)
