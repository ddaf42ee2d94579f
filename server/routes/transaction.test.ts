import { gunzipSync } from 'node:zlib'

import { beforeEach, describe, expect, it } from 'vitest'

import { donationListSchema } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'
import { insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { donationBy } from '#test/support/money/ledger.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { ada, as, bola, visitor, type Person } from '#test/support/people/people.ts'

import type { StoredCampaign } from '../providers/content/content.ts'

const { at, people } = await freshMoneyApp({ ada, bola })
let campaign: StoredCampaign

beforeEach(async () => {
  const open = { startDate: '2026-05-02', endDate: '2026-06-01' }
  campaign = await insertCampaignBy(at.content, ada, 'approved', open)
})

async function donate(email: string, change: Parameters<typeof donationBy>[1] = {}) {
  const reference = await at.start(email, { campaign, ...change })
  at.pass(1_000)
  return reference
}

const pay = (reference: string) => at.pay(reference)

const read = (who: Person | typeof visitor, query = '') =>
  as(at.app, who)(`/api/transactions${query}`)
const readPage = async (who: Person, query = '') =>
  donationListSchema.parse(await (await read(who, query)).json())
const listDonors = async (who: Person, query = '') =>
  (await readPage(who, query)).donations.map(({ donor, status }) => [donor, status])

describe('GET /api/transactions', () => {
  it('lists the received donations, newest first, with names and shared addresses', async () => {
    await pay(await donate('first@example.com', { form: { name: 'First', shareEmail: true } }))
    const second = await donate('second@example.com', { form: { name: 'Second' } })
    at.provider.updatePayment(second, { status: 'failed' })
    await at.donations.verifyPayment(second, 'check')
    await donate('third@example.com', { form: { shareEmail: true } })
    await donate('fourth@example.com')

    const received = (await readPage(people.ada)).donations
    expect(received.map(({ donor, email, status }) => [donor, email, status])).toEqual([
      ['Anonymous', null, 'pending'],
      ['', 'third@example.com', 'pending'],
      ['Second', null, 'failed'],
      ['First', 'first@example.com', 'success'],
    ])
    const [, , , first] = (await readPage(people.ada, '?tab=received')).donations
    expect(first).toMatchObject({
      amount: 5_000_00,
      mode: 'sandbox',
      campaign: { id: campaign.id, title: 'A well for Ife' },
      createdAt: '2026-05-01T09:00:00.000Z',
    })
  })

  it('hides an anonymous donor from the owner and not from the donor', async () => {
    const form = { name: 'Bola Okafor', anonymous: true, shareEmail: true }
    const anonymous = { donorUid: bola.uid, form }
    await pay(await donate(bola.email, anonymous))

    expect(await listDonors(people.ada)).toEqual([['Anonymous', 'success']])
    expect(await (await read(people.ada)).text()).not.toMatch(/bola/i)
    const [own] = (await readPage(people.bola, '?tab=given')).donations
    expect(own).toMatchObject({ donor: 'Bola Okafor', email: bola.email })
  })

  it('compresses the response', async () => {
    await pay(await donate('first@example.com'))
    const headers = { 'accept-encoding': 'gzip' }
    const response = await as(at.app, people.ada)('/api/transactions', { headers })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const text = gunzipSync(await response.arrayBuffer()).toString()
    expect(donationListSchema.parse(JSON.parse(text)).donations).toHaveLength(1)
  })

  it('shows accounts only their own donations', async () => {
    await pay(await donate('guest@example.com'))
    await pay(await donate(bola.email, { donorUid: bola.uid }))

    expect(await listDonors(people.bola)).toEqual([])
    expect(await listDonors(people.ada, '?tab=given')).toEqual([])
    expect(await listDonors(people.bola, '?tab=given')).toHaveLength(1)
    expect(await listDonors(people.bola, `?tab=received&uid=${ada.uid}`)).toEqual([])
  })

  it('lists a page of the largest paid donations', async () => {
    for (const naira of [3_000, 9_000, 6_000])
      await pay(await donate(`${naira}@example.com`, { form: { amount: kobo(naira * 100) } }))
    await donate('unpaid@example.com', { form: { amount: kobo(10_000_00) } })
    const page = await readPage(people.ada, '?tab=received&order=largest')
    expect(page.donations.map(({ amount }) => amount)).toEqual([9_000_00, 6_000_00, 3_000_00])
    expect(page.next).toBeNull()
  })

  it('pages through each donation once while new ones arrive', async () => {
    for (let donor = 0; donor < 45; donor++)
      await donate(`donor${donor}@example.com`, { form: { amount: kobo(5_000 + donor) } })

    const seen: number[] = []
    let after: string | null = ''
    for (let pages = 0; after !== null && pages < 9; pages++) {
      const page = await readPage(people.ada, `?tab=received&after=${after}`)
      seen.push(...page.donations.map(({ amount }) => amount))
      after = page.next
      if (pages === 0) await donate('late@example.com', { form: { amount: kobo(999_999) } })
    }

    expect(seen).toEqual(Array.from({ length: 45 }, (_, index) => 5_044 - index))
  })

  it('pages through donations of the same moment', async () => {
    for (let donor = 0; donor < 25; donor++)
      await at.donations.startDonation(donationBy(`donor${donor}@example.com`, { campaign }))

    const first = await readPage(people.ada)
    const second = await readPage(people.ada, `?after=${first.next}`)

    const ids = [...first.donations, ...second.donations].map(({ id }) => id)
    expect(new Set(ids).size).toBe(25)
    expect(second.next).toBeNull()
  })

  it('leaves out donations without a checkout page', async () => {
    at.provider.setDown(true)
    await at.donations.startDonation(donationBy('donor@example.com', { campaign }))

    expect(await listDonors(people.ada)).toEqual([])
  })

  it.each(['?after=x', '?after=1.2', '?tab=all', `?after=${'9'.repeat(80)}`])(
    'refuses %s',
    async (query) => {
      const response = await read(people.ada, query)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code: 'invalid-input' } })
    },
  )
})

describe('GET /api/transactions/export.csv', () => {
  const readLines = async (who: Person, query = '') =>
    (await (await read(who, `/export.csv${query}`)).text()).split('\r\n').slice(1, -1)

  it('exports all donations that an account received or gave', async () => {
    await pay(await donate('first@example.com', { donorUid: bola.uid, form: { name: 'First' } }))
    await pay(await donate('hidden@example.com', { form: { anonymous: true } }))
    const [newest, oldest] = await readLines(people.ada)
    expect(newest).toMatch(
      /^2026-05-01,11:00:00,Anonymous,,5000\.00,0\.00,success,A well for Ife,[0-9a-f-]{36}$/,
    )
    expect(oldest).toContain(',First,,5000.00,')
    const [own] = await readLines(people.bola, '?tab=given')
    expect(own).toContain(',First,first@example.com,5000.00,')
    expect(await readLines(people.bola)).toEqual([])
  })
})

describe('GET /api/banks', () => {
  it("lists the provider's banks for those who may create a campaign", async () => {
    const response = await as(at.app, people.ada)('/api/banks')
    expect(await response.json()).toEqual({
      banks: [{ id: 9, code: '058', name: 'Guaranty Trust Bank' }],
    })
    expect((await as(at.app, visitor)('/api/banks')).status).toBe(401)
  })

  it('answers 502 while the provider is unavailable', async () => {
    at.provider.setDown(true)
    expect((await as(at.app, people.ada)('/api/banks')).status).toBe(502)
  })
})
