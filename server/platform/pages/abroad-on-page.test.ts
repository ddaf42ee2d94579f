import { beforeAll, expect, it } from 'vitest'

import { createRequestHandler } from '#server/app.ts'
import { openExchangeRates } from '#server/platform/rates/exchange-rates.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { ada, createPerson, testOrigin } from '#test/support/people/people.ts'
import { openBuiltPages } from '#test/support/servers/built-pages.ts'

const { database } = await testDatabase()
const clock = { at: new Date('2026-11-28T12:00:00+01:00') }
const rates = await openExchangeRates({
  source: '2026-11-28 USD=1500 GBP=2000 EUR=1600',
  now: () => clock.at,
  log: openLog('silent'),
})
const plain = await openBuiltPages()
const services = await openCampaignApp(database, { pages: plain })
const withoutRates = createRequestHandler(services)
const withRates = createRequestHandler({
  ...services,
  pages: { ...(await openBuiltPages()), rates },
})
let path = ''

beforeAll(async () => {
  await createPerson(database, ada)
  path = `/c/${(await insertCampaignBy(services.content, ada, 'approved')).slug}`
})

const read = async (headers: Record<string, string>, respond = withRates) => {
  const response = await respond(new Request(testOrigin + path, { headers }), {})
  expect(response.status).toBe(200)
  expect(response.headers.get('set-cookie')).toBeNull()
  const text = await response.text()
  return {
    text,
    vary: response.headers.get('vary') ?? '',
    etag: response.headers.get('etag'),
    shown: /≈ (\D{1,2})\d/.exec(text)?.[1],
    proposed: /value="(USD|GBP|EUR)"/.exec(text)?.[1],
  }
}

const readers = [
  ['a visitor', {}, undefined, undefined],
  ['Nigeria', { 'accept-language': 'en-NG,en;q=0.9' }, undefined, undefined],
  ['Nigeria, in pounds', { cookie: 'currency=GBP', 'accept-language': 'en-NG' }, '£', 'GBP'],
  ['London, without a choice', { 'accept-language': 'en-GB' }, undefined, 'GBP'],
  ['London', { cookie: 'currency=GBP', 'accept-language': 'en-GB' }, '£', 'GBP'],
  [
    'London, who wants naira',
    { cookie: 'currency=NGN', 'accept-language': 'en-GB' },
    undefined,
    undefined,
  ],
  ['Berlin, without a choice', { 'accept-language': 'de-DE' }, undefined, 'EUR'],
  ['Berlin', { cookie: 'currency=EUR', 'accept-language': 'de-DE' }, '€', 'EUR'],
  ['Boston', { cookie: 'currency=USD', 'accept-language': 'en-US' }, '$', 'USD'],
] as const

it('sends each reader their own currency in any order, and from the cache', async () => {
  for (const round of [readers, readers.toReversed(), readers])
    for (const [name, headers, shown, proposed] of round)
      expect({ name, ...(await read(headers)) }).toMatchObject({ name, shown, proposed })
})

it('sends readers who see none the document of an Ajo without rates, byte by byte', async () => {
  const { text } = await read({}, withoutRates)
  for (const [, headers] of readers.filter(([, , , proposed]) => proposed === undefined))
    expect((await read(headers)).text).toBe(text)
})

it('names to shared caches what the document differs by', async () => {
  expect((await read({})).vary).toContain('accept-language')
  expect((await read({}, withoutRates)).vary).not.toContain('accept-language')
  const tags = new Set(
    await Promise.all(readers.map(async ([, headers]) => (await read(headers)).etag)),
  )
  expect(tags.size).toBe(6)
})

it('sends naira alone from the moment at which the rates are 48 hours old, also where it was cached', async () => {
  const london = { cookie: 'currency=GBP' }
  expect((await read(london)).shown).toBe('£')
  clock.at = new Date('2026-11-30T00:00:01+01:00')
  expect((await read(london)).text).toBe((await read({}, withoutRates)).text)
})
