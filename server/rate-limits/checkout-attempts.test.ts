import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { insertCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada, createPerson } from '#test/people.ts'
import { openLimitedDonations } from '#test/rate-limited-donations.ts'
import { toTestAddress } from '#test/rate-limits.ts'

import { rateLimitTable } from './rate-limit-table.ts'

const databases = await testDatabase()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
let app: Awaited<ReturnType<typeof open>>
let campaignId = ''
let otherId = ''

beforeEach(async () => {
  await databases.empty()
  app = await open()
  await createPerson(databases.database, ada)
  campaignId = await newCampaign()
  otherId = await newCampaign()
})

const content = embeddedContent(databases.database)
const newCampaign = async () => (await insertCampaignBy(content, ada, 'approved')).id

/** Without the limits on requests, which rate-limits.test.ts covers: solving their challenges takes long. */
const withoutLimits = rateLimitTable
  .filter(({ name }) => name === 'donation')
  .map((action) => ({ ...action, limits: [] }))

async function open() {
  const donations = await openLimitedDonations(databases, withoutLimits)
  const donate = (from: string, options: Partial<Parameters<typeof donations.donate>[1]> = {}) =>
    donations.donate(from, { to: campaignId, ...options })
  return { ...donations, donate }
}

/** Starts donations so slowly that no other limit is reached. */
async function startDonations(
  count: number,
  from: (number: number) => string,
  result?: 'paid' | 'failed',
) {
  for (let number = 0; number < count; number++) {
    app.pass(minuteMs / 4)
    expect((await app.donate(from(number))).status).toBe(201)
    if (result) await app.finish(result)
  }
}

const bot = () => '192.0.2.7'

describe('unpaid donations', () => {
  it('are limited to 20 an hour per network, and further ones do not reach the provider', async () => {
    await startDonations(20, bot)
    expect((await app.donate(bot())).status).toBe(429)
    expect(app.provider.started).toHaveLength(20)
    app.pass(hourMs)
    expect((await app.donate(bot())).status).toBe(201)
  })

  it('are limited to 20 when 26 are started at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 26 }, (_, number) =>
        app.donate(bot(), { to: number % 2 ? campaignId : otherId }),
      ),
    )
    expect(all.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(20)
    expect(app.provider.started.length).toBeLessThanOrEqual(20)
  })

  it('make the campaign ask for a challenge, and no other campaign', async () => {
    await startDonations(20, toTestAddress)
    expect(await app.donate(toTestAddress(1_000))).toEqual({ status: 201, wasChallenged: true })
    expect(await app.donate(toTestAddress(1_001), { to: otherId })).toEqual({
      status: 201,
      wasChallenged: false,
    })
  })

  it('are not limited if enough donations of the network are paid, as in a congregation', async () => {
    for (let number = 0; number < 30; number++) {
      app.pass(minuteMs / 4)
      expect((await app.donate(bot())).status).toBe(201)
      if (number % 2 === 0) await app.finish('paid')
    }
  })

  it('count once when a form is sent again, and not at all when the provider refuses', async () => {
    const retry = { key: randomUUID(), email: 'ngozi@example.com' }
    for (let number = 0; number < 4; number++) {
      app.pass(minuteMs)
      expect((await app.donate(bot(), retry)).status).toBe(201)
    }
    app.provider.onInitialize(async () => ({ kind: 'refused', message: 'no' }))
    for (let number = 0; number < 3; number++) {
      app.pass(minuteMs)
      expect((await app.donate(bot())).status).toBe(400)
    }
    app.provider.onInitialize(async ({ reference }) => ({
      kind: 'started',
      url: `https://checkout.example/${reference}`,
      accessCode: 'abc',
    }))
    await startDonations(19, bot)
  })
})

describe('failed cards', () => {
  const detect = () => app.abuseDetection.detect()

  it('block a network for 24 hours when 8 of at least 10 within an hour fail', async () => {
    await startDonations(2, bot, 'paid')
    await startDonations(7, bot, 'failed')
    expect(await detect()).toEqual([])
    await startDonations(1, bot, 'failed')
    expect(await detect()).toEqual(['failing-cards'])
    expect((await app.donate(bot())).status).toBe(429)
    app.pass(24 * hourMs - 1)
    expect((await app.donate(bot())).status).toBe(429)
    app.pass(1)
    expect((await app.donate(bot())).status).toBe(201)
  })

  it('do not block a network with more than 20% paid donations', async () => {
    await startDonations(3, bot, 'paid')
    await startDonations(11, bot, 'failed')
    expect(await detect()).toEqual([])
    expect((await app.donate(bot())).status).toBe(201)
  })

  it('block an email address on every network', async () => {
    const email = 'bot@example.com'
    for (let number = 0; number < 10; number++) {
      app.pass(5.9 * minuteMs)
      const to = number % 2 ? campaignId : otherId
      expect((await app.donate(toTestAddress(number), { email, to })).status).toBe(201)
      await app.finish('failed')
    }
    await detect()
    app.pass(hourMs)
    expect((await app.donate(toTestAddress(99), { email })).status).toBe(429)
    expect((await app.donate(toTestAddress(99))).status).toBe(201)
  })

  it('make the campaign ask for a challenge for 24 hours, without blocking it', async () => {
    await startDonations(10, toTestAddress, 'failed')
    expect(await detect()).toEqual(['failing-cards'])
    app.pass(2 * hourMs)
    expect(await app.donate(toTestAddress(99))).toEqual({ status: 201, wasChallenged: true })
    expect(await app.donate(toTestAddress(99), { to: otherId })).toEqual({
      status: 201,
      wasChallenged: false,
    })
    app.pass(22 * hourMs)
    expect((await app.donate(toTestAddress(98))).wasChallenged).toBe(false)
  })

  it('make every campaign ask for a challenge while most cards fail everywhere', async () => {
    for (let number = 0; number < 50; number++) {
      app.pass(minuteMs)
      await app.donate(toTestAddress(number), { to: await newCampaign() })
      await app.finish(number % 10 < 3 ? 'paid' : 'failed')
    }
    expect(await detect()).toEqual(['failing-cards-everywhere'])
    expect(await app.donate(toTestAddress(99), { to: otherId })).toEqual({
      status: 201,
      wasChallenged: true,
    })
    expect(await detect()).toEqual([])
    app.pass(hourMs)
    await detect()
    expect((await app.donate(toTestAddress(98), { to: otherId })).wasChallenged).toBe(false)
  })
})
