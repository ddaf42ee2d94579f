import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { embeddedContent } from '#server/providers/content/embedded.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { limitedGiving } from '#test/rate-limited-donations.ts'
import { addressNumber } from '#test/rate-limits.ts'
import { ada, createPerson } from '#test/people.ts'

import { limitedActions } from './limit-table.ts'

const { database, empty } = await testDatabase()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
let at: ReturnType<typeof open>
let campaignId = ''
let otherId = ''

beforeEach(async () => {
  await empty()
  at = open()
  await createPerson(database, ada)
  campaignId = await newCampaign()
  otherId = await newCampaign()
})

const content = embeddedContent(database)
const newCampaign = async () => (await insertCampaignBy(content, ada, 'approved')).id

/** Without what counts requests, see limits.test.ts: its puzzles take their time. */
const uncounted = limitedActions
  .filter(({ name }) => name === 'donation')
  .map((action) => ({ ...action, limits: [] }))

function open() {
  const giving = limitedGiving(database, uncounted)
  const begin = (from: string, given: Partial<Parameters<typeof giving.begin>[1]> = {}) =>
    giving.begin(from, { to: campaignId, ...given })
  return { ...giving, begin }
}

/** So slowly that nothing else is reached. */
async function donations(many: number, from: (number: number) => string, how?: 'pays' | 'fails') {
  for (let number = 0; number < many; number++) {
    at.pass(minuteMs / 4)
    expect((await at.begin(from(number))).status).toBe(201)
    if (how) await at.end(how)
  }
}

const bot = () => '192.0.2.7'

describe('donations that nobody pays', () => {
  it('are twenty in an hour from one network, and no more reach the provider', async () => {
    await donations(20, bot)
    expect((await at.begin(bot())).status).toBe(429)
    expect(at.provider.started).toHaveLength(20)
    at.pass(hourMs)
    expect((await at.begin(bot())).status).toBe(201)
  })

  it('are not more when many are begun at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 26 }, (_, number) =>
        at.begin(bot(), { to: number % 2 ? campaignId : otherId }),
      ),
    )
    expect(all.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(20)
    expect(at.provider.started.length).toBeLessThanOrEqual(20)
  })

  it('make everybody who gives to that campaign do some work, and refuse nobody else', async () => {
    await donations(20, addressNumber)
    expect(await at.begin(addressNumber(1_000))).toEqual({ status: 201, wasAsked: true })
    expect(await at.begin(addressNumber(1_001), { to: otherId })).toEqual({
      status: 201,
      wasAsked: false,
    })
  })

  it('do not count where enough are paid: a whole congregation may share a network', async () => {
    for (let number = 0; number < 30; number++) {
      at.pass(minuteMs / 4)
      expect((await at.begin(bot())).status).toBe(201)
      if (number % 2 === 0) await at.end('pays')
    }
  })

  it('count once when the form is sent again, and not at all when nothing began', async () => {
    const again = { key: randomUUID(), email: 'ngozi@example.com' }
    for (let number = 0; number < 4; number++) {
      at.pass(minuteMs)
      expect((await at.begin(bot(), again)).status).toBe(201)
    }
    at.provider.onInitialize(async () => ({ kind: 'refused', message: 'no' }))
    for (let number = 0; number < 3; number++) {
      at.pass(minuteMs)
      expect((await at.begin(bot())).status).toBe(400)
    }
    at.provider.onInitialize(async ({ reference }) => ({
      kind: 'started',
      url: `https://checkout.example/${reference}`,
      accessCode: 'abc',
    }))
    await donations(19, bot)
  })
})

describe('cards that fail', () => {
  const watched = () => at.limits.watch.look()

  it('shut a network out for 24 hours, from ten within an hour of which eight failed', async () => {
    await donations(2, bot, 'pays')
    await donations(7, bot, 'fails')
    expect(await watched()).toEqual([])
    await donations(1, bot, 'fails')
    expect(await watched()).toEqual(['failing-cards'])
    expect((await at.begin(bot())).status).toBe(429)
    at.pass(24 * hourMs - 1)
    expect((await at.begin(bot())).status).toBe(429)
    at.pass(1)
    expect((await at.begin(bot())).status).toBe(201)
  })

  it('shut nobody out who also pays', async () => {
    await donations(3, bot, 'pays')
    await donations(11, bot, 'fails')
    expect(await watched()).toEqual([])
    expect((await at.begin(bot())).status).toBe(201)
  })

  it('shut an address out wherever it writes from', async () => {
    const email = 'bot@example.com'
    for (let number = 0; number < 10; number++) {
      at.pass(5.9 * minuteMs)
      const to = number % 2 ? campaignId : otherId
      expect((await at.begin(addressNumber(number), { email, to })).status).toBe(201)
      await at.end('fails')
    }
    await watched()
    at.pass(hourMs)
    expect((await at.begin(addressNumber(99), { email })).status).toBe(429)
    expect((await at.begin(addressNumber(99))).status).toBe(201)
  })

  it('never close a campaign: its donors do some work for 24 hours, and those of others do not', async () => {
    await donations(10, addressNumber, 'fails')
    expect(await watched()).toEqual(['failing-cards'])
    at.pass(2 * hourMs)
    expect(await at.begin(addressNumber(99))).toEqual({ status: 201, wasAsked: true })
    expect(await at.begin(addressNumber(99), { to: otherId })).toEqual({
      status: 201,
      wasAsked: false,
    })
    at.pass(22 * hourMs)
    expect((await at.begin(addressNumber(98))).wasAsked).toBe(false)
  })

  it('make everybody do some work where most fail, for as long as they do', async () => {
    for (let number = 0; number < 50; number++) {
      at.pass(minuteMs)
      await at.begin(addressNumber(number), { to: await newCampaign() })
      await at.end(number % 10 < 3 ? 'pays' : 'fails')
    }
    expect(await watched()).toEqual(['failing-cards-everywhere'])
    expect(await at.begin(addressNumber(99), { to: otherId })).toEqual({
      status: 201,
      wasAsked: true,
    })
    expect(await watched()).toEqual([])
    at.pass(hourMs)
    await watched()
    expect((await at.begin(addressNumber(98), { to: otherId })).wasAsked).toBe(false)
  })
})
