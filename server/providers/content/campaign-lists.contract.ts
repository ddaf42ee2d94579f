import { beforeEach, describe, expect, it } from 'vitest'

import { campaignSorts, campaignStatuses } from '#shared/campaign.ts'
import { inDays, insertCampaignBy, newCampaignBy } from '#test/campaigns.ts'
import { hostile } from '#test/hostile-text.ts'
import { ada, bola } from '#test/people.ts'

import { UnknownCursor, type CampaignFilter, type ContentStore } from './content.ts'

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 12, count))

/** What every content store promises of its lists. */
export function campaignLists(
  store: () => ContentStore,
  { findsMisspelt }: { findsMisspelt: boolean },
) {
  describe('a list', () => {
    let content: ContentStore
    beforeEach(() => {
      content = store()
    })

    it('goes newest first, page by page, each campaign once', async () => {
      const ids: string[] = []
      for (let count = 0; count < 7; count++) {
        // Two share a moment: the id decides between them.
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

    it('shows nothing twice when a new one arrives between two pages', async () => {
      for (let count = 0; count < 4; count++)
        await content.insertCampaign(newCampaignBy(ada, { createdAt: minute(count) }))
      const first = await content.listCampaigns({}, { limit: 2 })
      await content.insertCampaign(newCampaignBy(ada, { createdAt: minute(9) }))
      const second = await content.listCampaigns({}, { limit: 2, after: first.next ?? '' })

      const titles = [...first.campaigns, ...second.campaigns].map(({ createdAt }) => createdAt)
      expect(titles).toEqual([minute(3), minute(2), minute(1), minute(0)])
      expect(second.next).toBeNull()
    })

    it('goes oldest first where asked', async () => {
      for (const count of [2, 0, 1])
        await content.insertCampaign(newCampaignBy(ada, { createdAt: minute(count) }))
      const order = 'oldest'
      const first = await content.listCampaigns({}, { limit: 2, order })
      const second = await content.listCampaigns({}, { limit: 2, order, after: first.next ?? '' })
      const times = [...first.campaigns, ...second.campaigns].map(({ createdAt }) => createdAt)
      expect(times).toEqual([minute(0), minute(1), minute(2)])
    })

    it('refuses a cursor that it did not give out', async () => {
      for (const after of ['', 'nonsense', Buffer.from('1.x').toString('base64url')])
        await expect(content.listCampaigns({}, { limit: 2, after })).rejects.toThrow(UnknownCursor)
    })

    it('holds what the filter names', async () => {
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

    it('is made for each status, everybody’s and each owner’s', async () => {
      for (const owner of [ada, bola])
        for (const status of campaignStatuses) await insertCampaignBy(content, owner, status)
      for (const status of campaignStatuses) {
        const everybodys = await content.listCampaigns({ status }, { limit: 5 })
        expect(everybodys.total).toBe(2)
        expect(everybodys.campaigns.map((campaign) => campaign.status)).toEqual([status, status])
        const own = await content.listCampaigns({ status, ownerUid: bola.uid }, { limit: 5 })
        expect(own).toMatchObject({ total: 1, campaigns: [{ ownerUid: bola.uid, status }] })
      }
      const all = await content.listCampaigns({ ownerUid: ada.uid }, { limit: 50 })
      expect(all.campaigns).toHaveLength(campaignStatuses.length)
    })

    it.each(hostile)('narrowed to %j holds nothing', async (text) => {
      await insertCampaignBy(content, ada, 'approved')
      for (const narrowed of [
        { ownerUid: text },
        { country: text },
        { city: text },
        { place: text },
      ])
        expect(
          await content.listCampaigns({ status: 'approved', ...narrowed }, { limit: 5 }),
        ).toMatchObject({ campaigns: [], total: 0, next: null })
    })

    it('of everybody is narrowed to a place, and to what ends soon', async () => {
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

    it.each(campaignSorts)('of everybody goes %s, page by page, each once', async (order) => {
      for (let count = 0; count < 5; count++)
        await insertCampaignBy(content, ada, 'approved', {
          createdAt: minute(Math.floor(count / 2)),
          endDate: inDays(9 - Math.floor(count / 2)),
        })
      await insertCampaignBy(content, ada, 'pending')
      const seen: string[] = []
      for (let after: string | undefined; ;) {
        const page = await content.listCampaigns(
          { status: 'approved' },
          { limit: 2, order, ...(after && { after }) },
        )
        expect(page.total).toBe(5)
        seen.push(...page.campaigns.map(({ id }) => id))
        if (page.next === null) break
        after = page.next
      }
      expect(new Set(seen).size).toBe(5)
      expect(seen).toHaveLength(5)
    })

    it('that ends first goes by its last day, without what is over or never ends', async () => {
      for (const endDate of [inDays(9), null, inDays(2), inDays(-1)])
        await insertCampaignBy(content, ada, 'approved', { endDate })
      const page = { limit: 5, order: 'ending' } as const
      const { campaigns } = await content.listCampaigns({ status: 'approved' }, page)
      expect(campaigns.map(({ endDate }) => endDate)).toEqual([inDays(2), inDays(9)])
    })

    it('refuses a cursor of another order', async () => {
      for (let count = 0; count < 3; count++) await insertCampaignBy(content, ada, 'approved')
      const { next } = await content.listCampaigns({ status: 'approved' }, { limit: 1 })
      const page = { limit: 1, order: 'ending', after: next ?? '' } as const
      await expect(content.listCampaigns({ status: 'approved' }, page)).rejects.toThrow(
        UnknownCursor,
      )
    })

    it('finds words of title, place and description by their beginnings, whatever their case', async () => {
      await content.insertCampaign(newCampaignBy(ada))
      await content.insertCampaign(
        newCampaignBy(bola, { title: 'Ilé-ìwé fún Ọ̀yọ́', city: 'Ọ̀yọ́', description: 'A school' }),
      )
      const found = async (text: string) =>
        (await content.listCampaigns({ text }, { limit: 5 })).campaigns.map(({ city }) => city)

      expect(await found('WELL ife')).toEqual(['Ife'])
      expect(await found('fami')).toEqual(['Ife'])
      expect(await found('school')).toEqual(['Ọ̀yọ́'])
      expect(await found('Ọ̀yọ́'.normalize('NFD'))).toEqual(['Ọ̀yọ́'])
      expect(await found('well school')).toEqual([])
    })

    it('finds names with or without their tone marks and hooks', async () => {
      const change = { title: 'Omi fún Ọ̀yọ́', city: 'Ƙauye', description: 'Water' }
      await content.insertCampaign(newCampaignBy(ada, change))
      for (const text of ['oyo', 'Ọ̀yọ́', 'ỌYỌ', 'fun omi', 'kauye', 'ƙau'])
        expect([text, await content.countCampaigns({ text })]).toEqual([text, 1])
    })

    it.runIf(findsMisspelt)(
      'finds words that are misspelt, unless a word begins as they were typed',
      async () => {
        await insertCampaignBy(content, ada, 'approved', {
          title: 'A hospital for Epe',
          city: 'Epe',
        })
        await insertCampaignBy(content, bola, 'approved', { title: 'A school', city: 'Ibadan' })
        const found = async (text: string) =>
          (await content.listCampaigns({ text, status: 'approved' }, { limit: 5 })).campaigns.map(
            ({ city }) => city,
          )

        expect(await found('hopsital')).toEqual(['Epe'])
        expect(await found('Ibaddan')).toEqual(['Ibadan'])
        expect(await found('hosp')).toEqual(['Epe'])
        expect(await found('xylophone')).toEqual([])
      },
    )

    it.each([...hostile, 'zz & | ! ( ) :*', '\\', '%', '<->', '!!!', "'"])(
      'takes %j for the text it is',
      async (text) => {
        await content.insertCampaign(newCampaignBy(ada))
        expect(await content.listCampaigns({ text }, { limit: 5 })).toMatchObject({
          campaigns: [],
        })
      },
    )
  })
}
