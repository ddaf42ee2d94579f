import { randomUUID } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import type { StoredCampaign } from '#server/providers/content/content.ts'
import { campaignResponseSchema, campaignListSchema } from '#shared/campaign.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { inDays, insertCampaignBy } from '#test/support/campaigns/campaigns.ts'
import {
  ada,
  as,
  bola,
  chidi,
  createPerson,
  dada,
  unverified,
  visitor,
  type Person,
} from '#test/support/people/people.ts'

const { database, people } = await freshDatabase({
  owner: ada,
  stranger: bola,
  reviewer: chidi,
})
const { owner, stranger, reviewer } = people
const { app, content, history } = await openCampaignApp(database)

type Actor = Person | typeof visitor

async function list(who: Actor, path: string) {
  const response = await as(app, who)(path)
  expect(response.status).toBe(200)
  return z.parse(campaignListSchema, await response.json())
}

async function detail(who: Actor, path: string) {
  const response = await as(app, who)(path)
  expect(response.status).toBe(200)
  return z.parse(campaignResponseSchema, await response.json()).campaign
}

/** The rows that the ledger writes for a paid donation. */
async function insertDonation({ id, ownerUid }: StoredCampaign) {
  await database.run(
    sql`insert into donation (campaign_id, id, mode, reference, access_code, owner_uid, donor_email_sealed, donor_key, donor_name,
        message, anonymous, amount_kobo, platform_kobo, quoted_fee_kobo, fee_bearer, transaction_charge_kobo, sub_account_code, campaign_title, campaign_slug,
        state, created_at)
      values (${id}, ${randomUUID()}, 'sandbox', ${`AJO-${randomUUID().replaceAll('-', '').toUpperCase()}`},
        ${'r'.repeat(22)}, ${ownerUid}, 'x', ${Buffer.alloc(32)}, '', '', false, 500000, 100, 0, 'subaccount', 100, 'ACCT_1', 'A well', 'a-well',
        'paid', now())`,
  )
  await database.run(
    sql`insert into campaign_total (campaign_id, mode, slot, raised_kobo, gross_kobo, reversed_kobo, paid_count, donor_count)
      values (${id}, 'sandbox', 0, 500000, 500000, 0, 1, 1)`,
  )
}

describe('GET /api/campaigns', () => {
  it('sends a compressed response that is the same for all', async () => {
    await insertCampaignBy(content, ada, 'approved')
    const headers = { 'accept-encoding': 'gzip, br' }
    const response = await as(app, visitor)('/api/campaigns', { headers })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, no-cache',
      'content-encoding': 'br',
      vary: 'accept-encoding',
    })
    const text = brotliDecompressSync(await response.arrayBuffer()).toString()
    expect(z.parse(campaignListSchema, JSON.parse(text))).toMatchObject({ total: 1 })
  })

  it('suggests words where the typed ones find nothing, none of a campaign in review', async () => {
    await insertCampaignBy(content, ada, 'approved', { title: 'A school' })
    await insertCampaignBy(content, ada, 'pending', { title: 'A medicine' })
    const suggest = async (words: string) => {
      const found = await list(visitor, `/api/campaigns?q=${words}`)
      return [found.total, found.suggestion]
    }
    expect(await suggest('skul')).toEqual([0, 'school'])
    expect(await suggest('medisin')).toEqual([0, undefined])
    expect(await suggest('school')).toEqual([1, undefined])
    expect(await suggest('skul&category=Career')).toEqual([0, undefined])
  })

  it('lists and counts as open what can be donated to today', async () => {
    const open = await insertCampaignBy(content, ada, 'approved', { endDate: inDays(1) })
    const frozen = await insertCampaignBy(content, ada, 'approved')
    await insertCampaignBy(content, ada, 'approved', { endDate: inDays(0) })
    await insertCampaignBy(content, ada, 'pending')
    await database.run(sql`insert into campaign_freeze (campaign_id, reason, actor_uid, at)
      values (${frozen.id}, 'A question', 'reviewer', now())`)

    const { campaigns, total } = await list(visitor, '/api/campaigns?limit=3&state=open')
    expect(campaigns.map(({ id }) => id)).toEqual([open.id])
    expect(total).toBe(1)
    expect(await list(visitor, '/api/campaigns')).toMatchObject({ total: 3 })
  })

  it('lists approved campaigns, newest first, with only the fields of a card', async () => {
    const older = await insertCampaignBy(content, ada, 'approved', {
      createdAt: new Date(Date.now() - 60_000),
    })
    const newer = await insertCampaignBy(content, ada, 'approved', { title: 'A second well' })
    await insertCampaignBy(content, ada, 'pending')
    await insertCampaignBy(content, ada, 'rejected')
    await insertDonation(older)

    const answer = await (await as(app, visitor)('/api/campaigns')).json()

    expect(answer).toEqual({
      total: 2,
      isTotalExact: true,
      next: null,
      campaigns: [
        expect.objectContaining({ id: newer.id, raised: 0, donors: 0 }),
        {
          id: older.id,
          slug: 'a-well-for-ife',
          status: 'approved',
          title: 'A well for Ife',
          description: 'Clean water for four hundred families.',
          category: 'Community Development',
          country: 'Nigeria',
          city: 'Ife',
          goal: 500_000_000,
          raised: 500_000,
          donors: 1,
          endDate: inDays(30),
          daysLeft: expect.toBeOneOf([29, 30]),
          image: { id: 'a'.repeat(64), width: 1600, height: 1000, alt: 'The dry well' },
        },
      ],
    })
  })

  it('finds ended campaigns below the others by words, and alone by their state', async () => {
    const insert = (status: 'approved' | 'ended' | 'cancelled', title: string, minute: number) =>
      insertCampaignBy(content, ada, status, { title, createdAt: new Date(minute * 60_000) })
    await insert('approved', 'Bus one', 1)
    await insert('approved', 'Bus two', 2)
    await insert('ended', 'Bus three', 3)
    await insert('ended', 'Bus four', 4)
    await insert('ended', 'A well', 5)
    await insert('cancelled', 'Bus five', 6)
    const titlesBy = async (search: string, limit: number) => {
      const pages: string[][] = []
      for (let after = ''; pages.length < 9;) {
        const path = `/api/campaigns?${search}&limit=${limit}&after=${after}`
        const { campaigns, next } = await list(visitor, path)
        pages.push(campaigns.map(({ title }) => title))
        if (next === null) break
        after = next
      }
      return pages
    }
    const all = ['Bus two', 'Bus one', 'Bus four', 'Bus three']
    expect(await titlesBy('q=bus', 9)).toEqual([all])
    expect(await titlesBy('q=bus', 2)).toEqual([all.slice(0, 2), all.slice(2)])
    expect(await titlesBy('q=bus', 3)).toEqual([all.slice(0, 3), all.slice(3)])
    expect(await titlesBy('q=bus&state=open', 9)).toEqual([all.slice(0, 2)])
    expect(await titlesBy('q=bus&state=ended', 9)).toEqual([all.slice(2)])
    expect(await titlesBy('place=ife&state=ended', 9)).toEqual([['A well', ...all.slice(2)]])
    expect(await titlesBy('category=', 9)).toEqual([all.slice(0, 2)])
    expect(await list(visitor, '/api/campaigns?q=bus&limit=2')).toMatchObject({ total: 4 })
  })

  it('returns the days left, also for past end dates', async () => {
    const end = (days: number) => ({ endDate: inDays(days), startDate: inDays(-40) })
    for (const days of [0, -5]) await insertCampaignBy(content, ada, 'approved', end(days))
    await insertCampaignBy(content, ada, 'approved', { endDate: null })
    const { campaigns } = await list(visitor, '/api/campaigns')

    expect(campaigns[0]?.daysLeft).toBeNull()
    for (const { daysLeft } of campaigns.slice(1)) expect(daysLeft).toBeLessThanOrEqual(0)
  })

  it.each(['limit=0', 'limit=51', 'limit=x', 'limit=1.5', 'after=nonsense', 'category=Charity'])(
    'refuses ?%s',
    async (query) => {
      const response = await as(app, visitor)(`/api/campaigns?${query}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: { code: 'invalid-input' } })
    },
  )
})

describe('GET /api/campaigns/:id', () => {
  it('shows an approved campaign to visitors, by id in any case and by slug', async () => {
    const { id, slug } = await insertCampaignBy(content, ada, 'approved')
    for (const path of [id, id.toUpperCase(), `by-slug/${slug}`])
      expect(await detail(visitor, `/api/campaigns/${path}`)).toMatchObject({
        id,
        slug,
        owner: { firstname: 'Ada', lastname: 'Okafor' },
        images: [{ alt: 'The dry well' }],
        isOwner: false,
        canDelete: false,
        acceptsDonations: true,
        rejectionReason: null,
      })
  })

  it('shows contact data to people with a confirmed address, and to all with the owner’s consent', async () => {
    const contact = { name: 'Ada Obi', email: 'ada.obi@example.org', phone: '+2348012345678' }
    const hidden = await insertCampaignBy(content, ada, 'approved', {
      contact: { ...contact, isPublic: false },
    })
    const open = await insertCampaignBy(content, ada, 'approved', {
      contact: { ...contact, isPublic: true },
    })

    const unconfirmed = await createPerson(database, unverified(dada))
    const about = (who: typeof visitor | Person, id: string) => detail(who, `/api/campaigns/${id}`)
    expect(await about(visitor, hidden.id)).toMatchObject({
      contact: null,
      contactHidden: 'log-in',
    })
    expect(await about(unconfirmed, hidden.id)).toMatchObject({
      contact: null,
      contactHidden: 'confirm-address',
    })
    expect((await about(unconfirmed, open.id)).contact).toEqual(contact)
    expect((await detail(stranger, `/api/campaigns/${hidden.id}`)).contact).toEqual(contact)
    expect((await detail(visitor, `/api/campaigns/${open.id}`)).contact).toEqual(contact)
  })

  it('tells the owner and reviewers why a campaign was rejected', async () => {
    const { id } = await insertCampaignBy(content, ada, 'rejected')
    const rule = { event: 'reject', from: 'pending', to: 'rejected' } as const
    const transition = { campaignId: id, ...rule, actorUid: chidi.uid }
    const reasons = ['Please add photos.', 'The budget is missing.']
    for (const [index, reason] of reasons.entries())
      await history.record(database, { ...transition, reason, at: new Date(index * 1000) })

    for (const who of [owner, reviewer])
      expect(await detail(who, `/api/campaigns/${id}`)).toMatchObject({
        rejectionReason: 'The budget is missing.',
      })
  })

  it('accepts no donations for an expired campaign', async () => {
    const past = { startDate: inDays(-40), endDate: inDays(-1) }
    const { id } = await insertCampaignBy(content, ada, 'approved', past)
    expect(await detail(visitor, `/api/campaigns/${id}`)).toMatchObject({ acceptsDonations: false })
  })

  it('tells the owner whether the campaign can be deleted', async () => {
    const campaign = await insertCampaignBy(content, ada, 'approved')
    const path = `/api/campaigns/${campaign.id}`
    expect(await detail(owner, path)).toMatchObject({ isOwner: true, canDelete: true })
    await insertDonation(campaign)
    expect(await detail(owner, path)).toMatchObject({ isOwner: true, canDelete: false })
  })
})

describe('GET /api/account/campaigns', () => {
  it('lists own campaigns in every status or in one', async () => {
    for (const status of ['pending', 'approved', 'rejected'] as const)
      await insertCampaignBy(content, ada, status)
    await insertCampaignBy(content, bola, 'approved')

    expect(await list(owner, '/api/account/campaigns')).toMatchObject({ total: 3 })
    expect(await list(owner, '/api/account/campaigns?status=rejected')).toMatchObject({
      total: 1,
      campaigns: [{ status: 'rejected' }],
    })
    expect(await list(reviewer, '/api/account/campaigns')).toMatchObject({ total: 0 })
  })
})
