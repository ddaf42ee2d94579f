import { beforeEach, describe, expect, it } from 'vitest'

import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import type { CampaignSort } from '#shared/campaign-query.ts'
import { kobo } from '#shared/money.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { inDays, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { hostedContent } from '#test/support/campaigns/hosted-content.ts'
import { donationBy, testLedger } from '#test/support/money/ledger.ts'
import { ada } from '#test/support/people/people.ts'

import { openHostedRanking, rankCampaigns } from './ranking.ts'

const { database } = await freshDatabase()
const hosted = await hostedContent(database)
let at: ReturnType<typeof testLedger>

beforeEach(async () => {
  await hosted.empty()
  at = testLedger(database)
  at.clock.now = new Date()
})

const deps = () => ({ database, mode: at.payments.mode, now: () => at.clock.now })
const stores = {
  embedded: { content: embeddedContent(database), rank: () => rankCampaigns(deps()) },
  hosted: {
    content: hosted.content,
    rank: () => openHostedRanking({ ...deps(), hosted: hosted.hosted })(),
  },
}
let { content, rank } = stores.embedded

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 12, count))
const campaign = (city: string, goalNaira: number, minutes: number) =>
  insertCampaignBy(content, ada, 'approved', {
    city,
    goal: kobo(goalNaira * 100),
    endDate: inDays(300 - minutes),
    createdAt: minute(minutes),
  })

/** Pays one donation of ₦5,000 per email. */
async function donate(to: Awaited<ReturnType<typeof campaign>>, ...emails: string[]) {
  for (const email of emails) {
    await at.donations.startDonation(donationBy(email, { campaign: to }))
    const payment = at.provider.pay(at.provider.lastReference())
    await at.ledger.applyPayment({ payment, source: 'webhook', askedAt: at.clock.now })
  }
}

async function cities(order: CampaignSort, filter = {}) {
  const page = await content.listCampaigns({ status: 'approved', ...filter }, { limit: 9, order })
  return page.campaigns.map(({ city }) => city)
}

describe.each(['embedded', 'hosted'] as const)('ranking of %s campaigns', (kind) => {
  beforeEach(() => {
    ;({ content, rank } = stores[kind])
  })

  it('sorts and filters by the sums and donors in the ledger', async () => {
    const aba = await campaign('Aba', 100_000, 0)
    const bida = await campaign('Bida', 12_000, 1)
    const calabar = await campaign('Calabar', 10_000, 2)
    await campaign('Daura', 10_000, 3)
    await donate(aba, 'one@example.com', 'one@example.com', 'one@example.com')
    await donate(bida, 'one@example.com', 'two@example.com')
    await donate(calabar, 'three@example.com', 'three@example.com')
    await rank()

    expect(await cities('most-funded')).toEqual(
      expect.arrayContaining(['Aba', 'Bida', 'Calabar', 'Daura']),
    )
    expect((await cities('most-funded'))[0]).toBe('Aba')
    // Funded campaigns are excluded.
    expect(await cities('nearly-there')).toEqual(['Bida', 'Aba', 'Daura'])
    // Two donors rank above one donor with three donations. Ties show the newest first.
    expect(await cities('trending')).toEqual(['Bida', 'Calabar', 'Aba', 'Daura'])
    expect(await cities('newest', { state: 'funded' })).toEqual(['Calabar'])
  })

  it('drops donors from the trend after a week and keeps the raised sum', async () => {
    await donate(await campaign('Aba', 100_000, 0), 'one@example.com')
    await campaign('Bida', 100_000, 1)
    await rank()
    expect(await cities('trending')).toEqual(['Aba', 'Bida'])

    at.pass(8 * 86_400_000)
    await rank()
    expect(await cities('trending')).toEqual(['Bida', 'Aba'])
    expect(await cities('most-funded')).toEqual(['Aba', 'Bida'])
  })

  it('restores the raised sum when a campaign is listed again', async () => {
    const aba = await campaign('Aba', 100_000, 0)
    await campaign('Bida', 100_000, 1)
    await donate(aba, 'one@example.com')
    await rank()
    await content.changeCampaign(aba.id, { from: 'approved', to: 'rejected' })
    expect(await cities('newest')).toEqual(['Bida'])

    at.pass(30 * 86_400_000)
    await content.changeCampaign(aba.id, { from: 'rejected', to: 'approved' })
    await rank()
    expect(await cities('most-funded')).toEqual(['Aba', 'Bida'])
  })

  it('updates no campaign when nothing has changed', async () => {
    await donate(await campaign('Aba', 100_000, 0), 'one@example.com')
    expect(await rank()).toBe(1)
    at.pass(8 * 86_400_000)
    expect(await rank()).toBe(1)
    at.pass(86_400_000)
    expect(await rank()).toBe(0)
  })
})

describe('the hosted store', () => {
  beforeEach(() => {
    ;({ content } = stores.hosted)
  })
  const countRequests = () => hosted.fakeSanity.requests.length

  it('is asked for nothing while the ledger does not change, and compared every ten minutes', async () => {
    const rankOften = openHostedRanking({ ...deps(), hosted: hosted.hosted })
    const aba = await campaign('Aba', 100_000, 0)
    await donate(aba, 'one@example.com')
    expect(await rankOften()).toBe(1)

    const before = countRequests()
    at.pass(120_000)
    expect(await rankOften()).toBe(0)
    expect(countRequests()).toBe(before)

    await donate(aba, 'two@example.com')
    expect(await rankOften()).toBe(1)
    expect(countRequests()).toBe(before + 2)

    await content.changeCampaign(aba.id, { fields: { goal: kobo(1_000_00) } })
    expect(await cities('newest', { state: 'funded' })).toEqual([])
    at.pass(600_000)
    expect(await rankOften()).toBe(1)
    expect(await cities('newest', { state: 'funded' })).toEqual(['Aba'])
  })
})
