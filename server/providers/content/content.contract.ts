import { randomUUID } from 'node:crypto'

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { campaignSorts } from '#shared/campaign.ts'
import { inDays, insertCampaignBy, newCampaignBy } from '#test/campaigns.ts'
import { kobo } from '#shared/money.ts'
import { ada, bola } from '#test/people.ts'

import {
  UnknownCursor,
  type CampaignFilter,
  type ContentStore,
  type UserDocument,
} from './content.ts'

const profile = (user: typeof ada, firstname: string): Omit<UserDocument, '_id'> => ({
  uid: user.uid,
  firstname,
  lastname: 'Okafor',
  email: user.email,
  gender: 'Female',
  terms: true,
  emailVerified: false,
})

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 12, count))

/** What every content store promises, hosted or embedded. */
export function contentStoreContract(
  name: string,
  open: () => Promise<ContentStore>,
  empty: () => Promise<void>,
  { findsMisspelt = true } = {},
) {
  describe(`${name} content store`, () => {
    let content: ContentStore

    beforeAll(async () => {
      content = await open()
    })
    beforeEach(async () => {
      await empty()
      await content.insertUser(profile(ada, 'Ada'))
      await content.insertUser(profile(bola, 'Bola'))
    })

    describe('user documents', () => {
      it('are found by the identity provider’s id', async () => {
        expect(await content.findUserByUid(ada.uid)).toEqual({
          ...profile(ada, 'Ada'),
          _id: expect.any(String),
        })
        expect(await content.findUserByUid('nobody')).toBeUndefined()
      })

      it('take on changed names and keep the rest', async () => {
        const before = await content.findUserByUid(ada.uid)
        await content.updateUser(before?._id ?? '', { firstname: 'Adaeze', emailVerified: true })
        expect(await content.findUserByUid(ada.uid)).toEqual({
          ...before,
          firstname: 'Adaeze',
          emailVerified: true,
        })
        expect(await content.findUserByUid(bola.uid)).toMatchObject({ firstname: 'Bola' })
      })
    })

    describe('one campaign', () => {
      it('is stored as pending with every field of specification §3, and its owner’s name', async () => {
        const { accountNumberSealed: _secret, ...campaign } = newCampaignBy(ada)
        const stored = await content.insertCampaign(newCampaignBy(ada, campaign))

        expect(stored).toEqual({
          ...campaign,
          slug: 'a-well-for-ife',
          status: 'pending',
          owner: { firstname: 'Ada', lastname: 'Okafor' },
        })
        expect(await content.findCampaign(campaign.id)).toEqual(stored)
      })

      it('is found whatever the case of its id', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        expect(await content.findCampaign(id.toUpperCase())).toMatchObject({ id })
      })

      it.each(['', 'nobody', randomUUID(), `${randomUUID()}'--`, '../..', '\u0000'])(
        'is not found under %j',
        async (id) => {
          expect(await content.findCampaign(id)).toBeUndefined()
        },
      )

      it('is found by its address', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        expect(await content.findCampaignBySlug('a-well-for-ife')).toMatchObject({ id })
        for (const slug of ['a-well', '', '\u0000', "a-well-for-ife'--"])
          expect(await content.findCampaignBySlug(slug)).toBeUndefined()
      })

      it('has an address of its own even beside one of the same title', async () => {
        const first = await content.insertCampaign(newCampaignBy(ada))
        const second = await content.insertCampaign(newCampaignBy(bola))

        expect(second.slug).not.toBe(first.slug)
        expect(await content.findCampaignBySlug(second.slug)).toMatchObject({ id: second.id })
      })

      it('is stored once, however often it is inserted', async () => {
        const campaign = newCampaignBy(ada)
        const first = await content.insertCampaign(campaign)
        const again = await content.insertCampaign({ ...campaign, title: 'Another' })

        expect(again).toEqual(first)
        expect(await content.countCampaigns({})).toBe(1)
      })

      it('without an end or a start keeps both open', async () => {
        const open = { startDate: null, endDate: null }
        const { id } = await content.insertCampaign(newCampaignBy(ada, open))
        expect(await content.findCampaign(id)).toMatchObject(open)
      })

      it('keeps its pictures in order', async () => {
        const images = ['c', 'a', 'b'].map((letter) => ({
          id: letter.repeat(64),
          width: 10,
          height: 20,
          alt: letter,
        }))
        const { id } = await content.insertCampaign(newCampaignBy(ada, { images }))
        expect((await content.findCampaign(id))?.images).toEqual(images)
      })
    })

    describe('a status', () => {
      it('moves from where the move begins, and only then', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        const move = { from: 'pending', to: 'approved' } as const

        expect(await content.setCampaignStatus(id.toUpperCase(), move)).toBe(true)
        expect(await content.setCampaignStatus(id, { from: 'pending', to: 'rejected' })).toBe(false)
        expect(await content.findCampaign(id)).toMatchObject({ status: 'approved' })
      })

      it('is moved by one of two at once', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        const moved = await Promise.all(
          (['approved', 'rejected'] as const).map((to) =>
            content.setCampaignStatus(id, { from: 'pending', to }),
          ),
        )
        expect(moved.filter(Boolean)).toHaveLength(1)
      })

      it.each(['information-requested', 'ended', 'cancelled'] as const)(
        'may be %s, by which campaigns are found',
        async (to) => {
          const { id } = await content.insertCampaign(newCampaignBy(ada))
          expect(await content.setCampaignStatus(id, { from: 'pending', to })).toBe(true)
          const { campaigns } = await content.listCampaigns({ status: to }, { limit: 5 })
          expect(campaigns).toMatchObject([{ id, status: to }])
        },
      )

      it('of an unknown campaign does not move', async () => {
        for (const id of [randomUUID(), 'nobody'])
          expect(await content.setCampaignStatus(id, { from: 'pending', to: 'approved' })).toBe(
            false,
          )
      })
    })

    describe('a change', () => {
      it('takes the place of what it names, and leaves the rest', async () => {
        const before = await insertCampaignBy(content, ada, 'approved')
        const change = {
          description: 'Clean water for six hundred families.',
          goal: kobo(6_000_000_00),
          endDate: inDays(60),
          images: [{ id: 'b'.repeat(64), width: 800, height: 600, alt: 'The new well' }],
          contact: { ...before.contact, phone: '+234 802 234 5678' },
          bankAccount: { bankCode: '044', last4: '1234', subAccountCode: 'ACCT_test0000000002' },
        }
        const sealed = { accountNumberSealed: Buffer.from('another') }
        const id = before.id.toUpperCase()
        expect(await content.updateCampaign(id, { ...change, ...sealed })).toBe(true)

        expect(await content.findCampaign(id)).toEqual({ ...before, ...change })
        const found = { status: 'approved', text: 'six hundred' } as const
        expect(await content.countCampaigns(found)).toBe(1)
      })

      it('of the title brings a new address, to which the old ones lead', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        await content.updateCampaign(id, { title: 'A pump for Ife' })
        expect(await content.findCampaign(id)).toMatchObject({ slug: 'a-pump-for-ife' })
        for (const slug of ['a-well-for-ife', 'a-pump-for-ife'])
          expect(await content.findCampaignBySlug(slug)).toMatchObject({ id })

        await content.updateCampaign(id, { title: 'A well for Ife' })
        expect(await content.findCampaign(id)).toMatchObject({ slug: 'a-well-for-ife' })
      })

      it('of an unknown or deleted campaign changes nothing', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        await content.deleteCampaign(id)
        for (const gone of [id, randomUUID(), 'nobody'])
          expect(await content.updateCampaign(gone, { city: 'Ondo' })).toBe(false)
      })
    })

    describe('what is overdue', () => {
      it('is approved, and its end date has come', async () => {
        const ended = await insertCampaignBy(content, ada, 'approved', { endDate: inDays(-2) })
        const today = await insertCampaignBy(content, ada, 'approved', { endDate: inDays(0) })
        await insertCampaignBy(content, ada, 'approved', { endDate: inDays(1) })
        await insertCampaignBy(content, ada, 'approved', { endDate: null })
        await insertCampaignBy(content, ada, 'pending', { endDate: inDays(-2) })

        const found = async (limit: number) =>
          (await content.listOverdue(inDays(0), limit)).map(({ id }) => id).toSorted()
        expect(await found(5)).toEqual([ended.id, today.id].toSorted())
        expect(await found(1)).toHaveLength(1)
      })
    })

    describe('a deleted campaign', () => {
      it('is forgotten by every way of finding it, and stays where it was', async () => {
        const { id, slug } = await insertCampaignBy(content, ada, 'approved')
        await content.deleteCampaign(id.toUpperCase())

        expect(await content.findCampaign(id)).toBeUndefined()
        expect(await content.findCampaignBySlug(slug)).toBeUndefined()
        expect(await content.countCampaigns({})).toBe(0)
        expect(await content.listCampaigns({}, { limit: 10 })).toMatchObject({ campaigns: [] })
        expect(await content.setCampaignStatus(id, { from: 'approved', to: 'pending' })).toBe(false)
      })

      it('leaves the others alone, and none for an id that is none', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        await content.deleteCampaign('nobody')
        await content.deleteCampaign(randomUUID())
        expect(await content.findCampaign(id)).toBeDefined()
      })
    })

    describe('a list', () => {
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
          await expect(content.listCampaigns({}, { limit: 2, after })).rejects.toThrow(
            UnknownCursor,
          )
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

      it.each(["' or 1=1 --", 'zz & | ! ( ) :*', '\\', '%', '<->', '!!!', "'"])(
        'takes %j for the text it is',
        async (text) => {
          await content.insertCampaign(newCampaignBy(ada))
          expect(await content.listCampaigns({ text }, { limit: 5 })).toMatchObject({
            campaigns: [],
          })
        },
      )
    })
  })
}
