import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import type { RateLimitPolicy } from '#server/platform/policy/rate-limit.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, createPerson } from '#test/support/people/people.ts'
import {
  cheapChallenges,
  openLimitedDonations,
} from '#test/support/money/rate-limited-donations.ts'
import { toTestAddress } from '#test/support/servers/rate-limits.ts'

const databases = await freshDatabase()
const minuteMs = 60_000
const hourMs = 60 * minuteMs
let app: Awaited<ReturnType<typeof open>>
let campaignId = ''
let otherId = ''

beforeEach(async () => {
  app = await open()
  await createPerson(databases.database, ada)
  campaignId = await newCampaign()
  otherId = await newCampaign()
})

const content = embeddedContent(databases.database)
const newCampaign = async () => (await insertCampaignBy(content, ada, 'approved')).id

/** Without the limits on requests, which rate-limits.test.ts covers: solving their challenges takes long. */
const withoutLimits = (policy: RateLimitPolicy): RateLimitPolicy =>
  policy.kind === 'limited'
    ? { ...policy, limits: [{ ...policy.limits[0], max: 100_000 }] }
    : policy

async function open() {
  const donations = await openLimitedDonations(databases, {
    adjust: withoutLimits,
    challengeCosts: cheapChallenges,
  })
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
  it('make a network prove addresses after 20 an hour, and unproven ones do not reach the provider', async () => {
    await startDonations(20, bot)
    expect(await app.donate(bot())).toMatchObject({ status: 403, wasAskedForCode: true })
    expect(app.provider.started).toHaveLength(20)
    expect((await app.donate(bot(), { readsMail: true })).status).toBe(201)
    app.pass(hourMs)
    expect((await app.donate(bot())).status).toBe(201)
  })

  it('stay 20 when 26 are started at the same time', async () => {
    const all = await Promise.all(
      Array.from({ length: 26 }, (_, number) =>
        app.donate(bot(), { to: number % 2 ? campaignId : otherId }),
      ),
    )
    expect(all.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(20)
    expect(app.provider.started.length).toBeLessThanOrEqual(20)
  })

  it('make the donors of a campaign prove their addresses, and those of no other campaign', async () => {
    await startDonations(20, toTestAddress)
    expect((await app.donate(toTestAddress(1_000))).status).toBe(403)
    expect((await app.donate(toTestAddress(1_000), { readsMail: true })).status).toBe(201)
    expect((await app.donate(toTestAddress(1_001), { to: otherId })).status).toBe(201)
  })

  it('make all donors prove their addresses after 40 an hour, whatever networks and campaigns they use', async () => {
    for (let number = 0; number < 40; number++) {
      app.pass(minuteMs / 4)
      const to = await newCampaign()
      expect((await app.donate(toTestAddress(number), { to })).status).toBe(201)
    }
    expect((await app.donate(toTestAddress(99), { to: otherId })).status).toBe(403)
  })

  it('keep a network proving addresses for as long as more than 20 an hour are not proven', async () => {
    await startDonations(20, bot)
    for (let number = 0; number < 32; number++) {
      app.pass(2 * minuteMs)
      expect((await app.donate(bot())).status).toBe(403)
    }
    app.pass(hourMs)
    expect((await app.donate(bot())).status).toBe(201)
  })

  it('in the name of another person do not refuse that person', async () => {
    const email = 'victim@example.com'
    for (let number = 0; number < 30; number++) {
      app.pass(minuteMs)
      await app.donate(toTestAddress(number), { email, to: number % 2 ? campaignId : otherId })
      if (app.provider.started.length > number) await app.finish('failed')
    }
    await app.abuseDetection.detect()
    expect((await app.donate(toTestAddress(99), { email, readsMail: true })).status).toBe(201)
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

  it('make a network prove addresses for 24 hours when 8 of at least 10 within an hour fail', async () => {
    await startDonations(2, bot, 'paid')
    await startDonations(7, bot, 'failed')
    expect(await detect()).toEqual([])
    await startDonations(1, bot, 'failed')
    expect(await detect()).toEqual(['failing-cards'])
    expect((await app.donate(bot())).status).toBe(403)
    app.pass(24 * hourMs - 1)
    expect((await app.donate(bot())).status).toBe(403)
    app.pass(1)
    expect((await app.donate(bot())).status).toBe(201)
  })

  it('do not block a network with more than 20% paid donations', async () => {
    await startDonations(3, bot, 'paid')
    await startDonations(11, bot, 'failed')
    expect(await detect()).toEqual([])
    expect((await app.donate(bot())).status).toBe(201)
  })

  it('make an email address be proven on every network', async () => {
    const email = 'bot@example.com'
    for (let number = 0; number < 10; number++) {
      app.pass(5.9 * minuteMs)
      const to = number % 2 ? campaignId : otherId
      expect((await app.donate(toTestAddress(number), { email, to })).status).toBe(201)
      await app.finish('failed')
    }
    await detect()
    app.pass(hourMs)
    expect((await app.donate(toTestAddress(99), { email })).status).toBe(403)
    expect((await app.donate(toTestAddress(99))).status).toBe(201)
  })

  it('make the donors of a campaign prove their addresses for 24 hours', async () => {
    await startDonations(10, toTestAddress, 'failed')
    expect(await detect()).toEqual(['failing-cards'])
    app.pass(2 * hourMs)
    expect((await app.donate(toTestAddress(99))).status).toBe(403)
    expect((await app.donate(toTestAddress(99), { readsMail: true })).status).toBe(201)
    expect((await app.donate(toTestAddress(99), { to: otherId })).status).toBe(201)
    app.pass(22 * hourMs)
    expect((await app.donate(toTestAddress(98))).status).toBe(201)
  })

  it('of a proven address refuse it for 24 hours', async () => {
    const email = 'bot@example.com'
    await startDonations(20, bot)
    for (let number = 0; number < 10; number++) {
      expect((await app.donate(bot(), { email, readsMail: true })).status).toBe(201)
      await app.finish('failed')
    }
    await detect()
    app.pass(2 * hourMs)
    await startDonations(20, bot)
    expect(await app.donate(bot(), { email, readsMail: true })).toMatchObject({ status: 429 })
  })

  it('make all donors prove their addresses while most cards fail everywhere', async () => {
    for (let number = 0; number < 50; number++) {
      app.pass(minuteMs)
      await app.donate(toTestAddress(number), { to: await newCampaign() })
      await app.finish(number % 10 < 3 ? 'paid' : 'failed')
    }
    expect(await detect()).toEqual(['failing-cards-everywhere'])
    const donation = { to: otherId, email: 'ngozi@example.com' }
    expect((await app.donate(toTestAddress(99), donation)).status).toBe(403)
    expect((await app.donate(toTestAddress(99), { ...donation, readsMail: true })).status).toBe(201)
    expect(await detect()).toEqual([])
    app.pass(hourMs)
    await detect()
    expect((await app.donate(toTestAddress(98), { to: otherId })).status).toBe(201)
  })
})
