import { beforeEach, describe, expect, it } from 'vitest'

import { campaignStatuses } from '#shared/campaign.ts'
import { campaignSorts } from '#shared/campaign-query.ts'
import { inDays, insertCampaignBy, newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { hostile } from '#test/support/cases/hostile-text.ts'
import { ada, bola } from '#test/support/people/people.ts'

import { UnknownCursor, type CampaignFilter, type ContentStore } from './content.ts'

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 12, count))

/** Tests of lists that every content store must pass. */
export function campaignLists(store: () => ContentStore) {
  describe('a list of campaigns', () => {
    let content: ContentStore
    beforeEach(() => {
      content = store()
    })

    it('contains each campaign once across pages, newest first', async () => {
      const ids: string[] = []
      for (let count = 0; count < 7; count++) {
        // Campaigns with the same creation time are sorted by id.
        const createdAt = minute(Math.floor(count / 2))
        ids.push((await content.insertCampaign(newCampaignBy(ada, { createdAt }))).id)
      }
      const seen = []
      for (let after: string | undefined; ;) {
        const page = await content.listCampaigns({}, { limit: 3, ...(after && { after }) })
        expect(page.total).toBe(7)
        seen.push(...page.campaigns)
        if (page.next === null) break
        after = page.next
      }
      expect(seen.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      const times = seen.map(({ createdAt }) => createdAt.getTime())
      expect(times).toEqual(times.toSorted((one, other) => other - one))
    })

    it('repeats no campaign when a new one is added between two pages', async () => {
      for (let count = 0; count < 4; count++)
        await content.insertCampaign(newCampaignBy(ada, { createdAt: minute(count) }))
      const first = await content.listCampaigns({}, { limit: 2 })
      await content.insertCampaign(newCampaignBy(ada, { createdAt: minute(9) }))
      const second = await content.listCampaigns({}, { limit: 2, after: first.next ?? '' })

      const times = [...first.campaigns, ...second.campaigns].map(({ createdAt }) => createdAt)
      expect(times).toEqual([minute(3), minute(2), minute(1), minute(0)])
      expect(second.next).toBeNull()
    })

    it('of pending campaigns has no end, and contains others by their ids', async () => {
      const created = []
      for (let count = 0; count < 60; count++)
        created.push(await insertCampaignBy(content, ada, 'pending', { createdAt: minute(count) }))
      const approved = await insertCampaignBy(content, bola, 'approved', {})
      await insertCampaignBy(content, bola, 'approved', {})
      const found = await content.listPending([approved.id])
      const ids = [...created, approved].map(({ id }) => id)
      expect(found.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      const { id, title, ownerUid, owner, goal, createdAt } = approved
      expect(found).toContainEqual({ id, title, ownerUid, owner, goal, createdAt })
    })

    it('can be sorted oldest first', async () => {
      for (const count of [2, 0, 1])
        await content.insertCampaign(newCampaignBy(ada, { createdAt: minute(count) }))
      const order = 'oldest'
      const first = await content.listCampaigns({}, { limit: 2, order })
      const second = await content.listCampaigns({}, { limit: 2, order, after: first.next ?? '' })
      const times = [...first.campaigns, ...second.campaigns].map(({ createdAt }) => createdAt)
      expect(times).toEqual([minute(0), minute(1), minute(2)])
    })

    it('contains the campaigns of a cause', async () => {
      const other = { category: 'other' as const }
      const legal = await insertCampaignBy(content, ada, 'approved', { ...other, cause: 'legal' })
      const plain = await insertCampaignBy(content, ada, 'approved', other)
      const find = async (cause: 'charity' | 'legal') =>
        (
          await content.listCampaigns({ status: 'approved', ...other, cause }, { limit: 9 })
        ).campaigns.map(({ id }) => id)
      expect(await find('legal')).toEqual([legal.id])
      expect(await find('charity')).toEqual([])

      await content.changeCampaign(plain.id, { fields: { cause: 'charity' } })
      expect(await find('charity')).toEqual([plain.id])
      expect((await content.findCampaign(plain.id))?.cause).toBe('charity')
    })

    it('has the addresses of approved campaigns, oldest first', async () => {
      for (const count of [2, 0, 1])
        await insertCampaignBy(content, ada, 'approved', { createdAt: minute(count) })
      await insertCampaignBy(content, ada, 'pending')
      const first = await content.listAddresses({ limit: 2 })
      const second = await content.listAddresses({ limit: 2, after: first.next ?? '' })
      const all = [...first.addresses, ...second.addresses]
      expect(all.map(({ createdAt }) => createdAt)).toEqual([minute(0), minute(1), minute(2)])
      expect(second.next).toBeNull()
      for (const { id, slug } of all) expect((await content.findCampaignBySlug(slug))?.id).toBe(id)
    })

    it('refuses an invalid cursor', async () => {
      for (const after of ['', 'nonsense', Buffer.from('1.x').toString('base64url')]) {
        await expect(content.listAddresses({ limit: 2, after })).rejects.toThrow(UnknownCursor)
        await expect(content.listCampaigns({}, { limit: 2, after })).rejects.toThrow(UnknownCursor)
      }
    })

    it('contains the campaigns that match the filter', async () => {
      await insertCampaignBy(content, ada, 'approved', { category: 'Health' })
      await insertCampaignBy(content, ada, 'pending', { category: 'Health' })
      await insertCampaignBy(content, bola, 'approved', { category: 'Career' })
      await insertCampaignBy(content, bola, 'rejected', { category: 'Career' })

      expect(await content.countCampaigns({})).toBe(4)
      expect(await content.countCampaigns({ status: 'approved' })).toBe(2)
      expect(await content.countCampaigns({ ownerUid: bola.uid })).toBe(2)
      expect(await content.countCampaigns({ ownerUid: ada.uid, status: 'rejected' })).toBe(0)
      const page = await content.listCampaigns(
        { status: 'approved', category: 'Career' },
        { limit: 5 },
      )
      expect(page).toMatchObject({ total: 1, campaigns: [{ ownerUid: bola.uid }] })
    })

    it('filters by status, for all owners and for one', async () => {
      for (const owner of [ada, bola])
        for (const status of campaignStatuses) await insertCampaignBy(content, owner, status)
      for (const status of campaignStatuses) {
        const ofAll = await content.listCampaigns({ status }, { limit: 5 })
        expect(ofAll.total).toBe(2)
        expect(ofAll.campaigns.map((campaign) => campaign.status)).toEqual([status, status])
        const own = await content.listCampaigns({ status, ownerUid: bola.uid }, { limit: 5 })
        expect(own).toMatchObject({ total: 1, campaigns: [{ ownerUid: bola.uid, status }] })
      }
      const all = await content.listCampaigns({ ownerUid: ada.uid }, { limit: 50 })
      expect(all.campaigns).toHaveLength(campaignStatuses.length)
    })

    it('filtered by hostile texts is empty', async () => {
      await insertCampaignBy(content, ada, 'approved')
      const nothing = { campaigns: [], total: 0, next: null }
      for (const text of hostile)
        for (const name of ['ownerUid', 'country', 'city', 'place']) {
          const filter = { status: 'approved', [name]: text } as const
          const found = await content.listCampaigns(filter, { limit: 5 })
          expect({ text, name, ...found }).toMatchObject({ text, name, ...nothing })
        }
    })

    it('filters approved campaigns by place and by ending soon', async () => {
      const at = (city: string, country: string, days: number) =>
        insertCampaignBy(content, ada, 'approved', { city, country, endDate: inDays(days) })
      await at('Ọ̀yọ́', 'Nigeria', 3)
      await at('Accra', 'Ghana', 40)
      await at('Nigeria', 'Elsewhere', -1)
      const found = async (filter: CampaignFilter) =>
        (
          await content.listCampaigns({ status: 'approved', ...filter }, { limit: 5 })
        ).campaigns.map(({ city }) => city)

      expect(await found({ city: 'oyo' })).toEqual(['Ọ̀yọ́'])
      expect(await found({ country: 'GHANA' })).toEqual(['Accra'])
      expect((await found({ place: 'nigeria' })).toSorted()).toEqual(['Nigeria', 'Ọ̀yọ́'])
      expect(await found({ state: 'ending-soon' })).toEqual(['Ọ̀yọ́'])
      expect(await found({ city: 'oyo', category: 'Health' })).toEqual([])
    })

    it('filters approved campaigns that are open today, without exceptions', async () => {
      const endAt = (endDate: string | null) =>
        insertCampaignBy(content, ada, 'approved', { endDate })
      const [lasting, endless, frozen] = [
        await endAt(inDays(1)),
        await endAt(null),
        await endAt(inDays(9)),
      ]
      await endAt(inDays(0))
      await endAt(inDays(-1))
      const filter = { status: 'approved', state: 'open', except: [frozen.id] } as const
      for (const order of ['newest', 'trending'] as const) {
        const page = await content.listCampaigns(filter, { limit: 3, order })
        expect(page.total).toBe(2)
        expect(page.campaigns.map(({ id }) => id).toSorted()).toEqual(
          [lasting.id, endless.id].toSorted(),
        )
      }
    })

    it('lists campaigns by their ids in any status, and ignores unknown ids', async () => {
      const approved = await insertCampaignBy(content, ada, 'approved')
      const ended = await insertCampaignBy(content, bola, 'ended')
      await insertCampaignBy(content, ada, 'approved')
      const ids = [approved.id, ended.id, ...hostile]
      const { campaigns, total } = await content.listCampaigns({ ids }, { limit: 50 })
      expect(campaigns.map(({ id }) => id).toSorted()).toEqual([approved.id, ended.id].toSorted())
      expect(total).toBe(2)
      expect(await content.listCampaigns({ ids: [] }, { limit: 50 })).toMatchObject({ total: 0 })
      const status = 'approved'
      const open = await content.listCampaigns({ ids, status }, { limit: 50 })
      expect(open.campaigns.map(({ id }) => id)).toEqual([approved.id])
    })

    it('of approved campaigns contains each once across pages in every order', async () => {
      for (let count = 0; count < 5; count++)
        await insertCampaignBy(content, ada, 'approved', {
          createdAt: minute(Math.floor(count / 2)),
          endDate: inDays(9 - Math.floor(count / 2)),
        })
      await insertCampaignBy(content, ada, 'pending')
      for (const order of campaignSorts) {
        const seen: string[] = []
        for (let after: string | undefined; ;) {
          const page = await content.listCampaigns(
            { status: 'approved' },
            { limit: 2, order, ...(after && { after }) },
          )
          expect([order, page.total]).toEqual([order, 5])
          seen.push(...page.campaigns.map(({ id }) => id))
          if (page.next === null) break
          after = page.next
        }
        expect([order, new Set(seen).size, seen.length]).toEqual([order, 5, 5])
      }
    })

    it('sorted by end date excludes ended campaigns and those without an end', async () => {
      for (const endDate of [inDays(9), null, inDays(2), inDays(-1)])
        await insertCampaignBy(content, ada, 'approved', { endDate })
      const page = { limit: 5, order: 'ending' } as const
      const { campaigns } = await content.listCampaigns({ status: 'approved' }, page)
      expect(campaigns.map(({ endDate }) => endDate)).toEqual([inDays(2), inDays(9)])
    })

    it('refuses a cursor from another order', async () => {
      for (let count = 0; count < 3; count++) await insertCampaignBy(content, ada, 'approved')
      const { next } = await content.listCampaigns({ status: 'approved' }, { limit: 1 })
      const page = { limit: 1, order: 'ending', after: next ?? '' } as const
      await expect(content.listCampaigns({ status: 'approved' }, page)).rejects.toThrow(
        UnknownCursor,
      )
    })
  })

  describe('public lists', () => {
    it('show what the list of all approved campaigns shows, in the same pages', async () => {
      const content = store()
      for (const [title, status] of [
        ['One', 'approved'],
        ['Two', 'approved'],
        ['Three', 'approved'],
        ['Four', 'pending'],
      ] as const)
        await insertCampaignBy(content, ada, status, { title })
      for (const order of ['newest', 'ending', 'most-funded'] as const) {
        const page = { limit: 2, order }
        const first = await content.publicLists.list({}, page)
        expect(first).toEqual(await content.listCampaigns({ status: 'approved' }, page))
        const after = first.next ?? ''
        const second = await content.publicLists.list({}, { ...page, after })
        expect(second.campaigns).toHaveLength(1)
        expect(second.next).toBeNull()
      }
      expect(await content.publicLists.count({})).toBe(3)
      expect(await content.publicLists.count({ text: 'two' })).toBe(1)
      const addresses = await content.listAddresses({ limit: 9 })
      expect(await content.publicLists.listAddresses({ limit: 9 })).toEqual(addresses)
      expect(addresses.addresses).toHaveLength(3)
    })

    it('show each change at once', async () => {
      const content = store()
      const list = async () => {
        const { campaigns } = await content.publicLists.list({}, { limit: 9 })
        return campaigns.map(({ title }) => title)
      }
      const { id } = await insertCampaignBy(content, ada, 'approved', { title: 'One' })
      expect(await list()).toEqual(['One'])
      await content.changeCampaign(id, { fields: { title: 'Two' } })
      expect(await list()).toEqual(['Two'])
      await content.changeCampaign(id, { from: 'approved', to: 'rejected' })
      expect(await list()).toEqual([])
    })
  })
}
