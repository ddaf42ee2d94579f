import { randomUUID } from 'node:crypto'

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { inDays, insertCampaignBy, newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { hostile } from '#test/support/cases/hostile-text.ts'
import { kobo } from '#shared/money.ts'
import { ada, bola } from '#test/support/people/people.ts'

import { campaignSearch } from './campaign-search.contract.ts'
import { campaignLists } from './campaign-lists.contract.ts'
import type { ContentStore, UserDocument } from './content.ts'

const profile = (user: typeof ada, firstname: string): Omit<UserDocument, '_id'> => ({
  uid: user.uid,
  firstname,
  lastname: 'Okafor',
  email: user.email,
  gender: 'Female',
  terms: true,
  emailVerified: false,
})

/** Tests that every content store must pass, hosted or embedded. */
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
      it.each([
        ['pending', false],
        ['rejected', false],
        ['approved', true],
        ['ended', true],
        ['cancelled', true],
      ] as const)(
        'says whether a campaign that is %s shows an image: %s',
        async (status, shown) => {
          await insertCampaignBy(content, ada, status)
          expect(await content.showsImage('a'.repeat(64))).toBe(shown)
          expect(await content.showsImage('f'.repeat(64))).toBe(false)
        },
      )

      it('are found by the identity provider’s id', async () => {
        expect(await content.findUserByUid(ada.uid)).toEqual({
          ...profile(ada, 'Ada'),
          _id: expect.any(String),
        })
        expect(await content.findUserByUid('nobody')).toBeUndefined()
      })

      it('keep the fields that an update omits', async () => {
        const before = await content.findUserByUid(ada.uid)
        await content.updateUser(before?._id ?? '', { firstname: 'Adaeze', emailVerified: true })
        expect(await content.findUserByUid(ada.uid)).toEqual({
          ...before,
          firstname: 'Adaeze',
          emailVerified: true,
        })
        expect(await content.findUserByUid(bola.uid)).toMatchObject({ firstname: 'Bola' })
      })

      it('are replaced when the same person is inserted again', async () => {
        const before = await content.findUserByUid(ada.uid)
        const [later] = await Promise.all([
          content.insertUser(profile(ada, 'Adaeze')),
          content.insertUser(profile(ada, 'Adaeze')),
        ])
        expect(later).toEqual({ ...before, firstname: 'Adaeze' })
        expect(await content.findUserByUid(ada.uid)).toEqual(later)
      })

      it('with the same email address stay separate', async () => {
        await content.insertUser({ ...profile(bola, 'Thief'), email: ada.email })
        expect(await content.findUserByUid(ada.uid)).toMatchObject({ firstname: 'Ada' })
      })

      it('store hostile texts unchanged', async () => {
        const email = `${ada.uid}@example.com`
        for (const text of hostile) {
          const { _id } = await content.insertUser(profile(ada, text))
          await content.updateUser(_id, { lastname: text, email })
          const stored = { firstname: text, lastname: text, email }
          expect(await content.findUserByUid(ada.uid)).toMatchObject(stored)
          expect([text, await content.findUserByUid(text)]).toEqual([text, undefined])
        }
      })
    })

    describe('a campaign', () => {
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

      it('is found by its id in any case', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        expect(await content.findCampaign(id.toUpperCase())).toMatchObject({ id })
      })

      it('is not found by ids that do not exist', async () => {
        for (const id of ['', 'nobody', randomUUID(), `${randomUUID()}'--`, '../..', '\u0000'])
          expect([id, await content.findCampaign(id)]).toEqual([id, undefined])
      })

      it('stores hostile texts unchanged in every text field and is not found by them', async () => {
        for (const text of hostile) {
          const texts = { title: text, city: text, country: text, description: text }
          const longer = { raiseMoneyFor: text, importance: text, impact: text }
          const contact = { name: text, email: 'a@example.com', phone: text, isPublic: true }
          const images = [{ id: 'a'.repeat(64), width: 10, height: 20, alt: text }]
          const written = { ...texts, ...longer, contact, images }
          const { id } = await content.insertCampaign(newCampaignBy(ada, written))
          expect(await content.findCampaign(id)).toMatchObject(written)
          expect([text, await content.findCampaign(text)]).toEqual([text, undefined])
          expect([text, await content.findCampaignBySlug(text)]).toEqual([text, undefined])
        }
      })

      it('is stored once when it is inserted several times at once', async () => {
        const campaign = newCampaignBy(ada)
        const stored = await Promise.allSettled(
          [1, 2, 3].map(() => content.insertCampaign(campaign)),
        )
        expect(stored.some(({ status }) => status === 'fulfilled')).toBe(true)
        expect(await content.countCampaigns({})).toBe(1)
        expect(await content.findCampaignBySlug('a-well-for-ife')).toMatchObject({
          id: campaign.id,
        })
      })

      it('keeps its creation time and the largest goal exactly', async () => {
        const exact = {
          createdAt: new Date('2026-02-03T04:05:06.789Z'),
          goal: kobo(9_999_999_999_99),
        }
        const { id } = await content.insertCampaign(newCampaignBy(ada, exact))
        expect(await content.findCampaign(id)).toMatchObject(exact)
      })

      it('is found by its slug', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        expect(await content.findCampaignBySlug('a-well-for-ife')).toMatchObject({ id })
        for (const slug of ['a-well', '', '\u0000', "a-well-for-ife'--"])
          expect(await content.findCampaignBySlug(slug)).toBeUndefined()
      })

      it('gets its own slug when another campaign has the same title', async () => {
        const first = await content.insertCampaign(newCampaignBy(ada))
        const second = await content.insertCampaign(newCampaignBy(bola))

        expect(second.slug).not.toBe(first.slug)
        expect(await content.findCampaignBySlug(second.slug)).toMatchObject({ id: second.id })
      })

      it('is stored once when it is inserted again', async () => {
        const campaign = newCampaignBy(ada)
        const first = await content.insertCampaign(campaign)
        const again = await content.insertCampaign({ ...campaign, title: 'Another' })

        expect(again).toEqual(first)
        expect(await content.countCampaigns({})).toBe(1)
      })

      it('can have neither a start nor an end date', async () => {
        const open = { startDate: null, endDate: null }
        const { id } = await content.insertCampaign(newCampaignBy(ada, open))
        expect(await content.findCampaign(id)).toMatchObject(open)
      })

      it('keeps its images in order, with their focus points', async () => {
        const images = ['c', 'a', 'b'].map((letter, index) => ({
          id: letter.repeat(64),
          width: 10,
          height: 20,
          alt: letter,
          ...(index > 0 && { focus: { x: index * 30, y: 100 } }),
        }))
        const { id } = await content.insertCampaign(newCampaignBy(ada, { images }))
        expect((await content.findCampaign(id))?.images).toEqual(images)
      })
    })

    describe('a status', () => {
      it('changes only from the expected status', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        const change = { from: 'pending', to: 'approved' } as const

        expect(await content.changeCampaign(id.toUpperCase(), change)).toBe(true)
        expect(await content.changeCampaign(id, { from: 'pending', to: 'rejected' })).toBe(false)
        expect(await content.findCampaign(id)).toMatchObject({ status: 'approved' })
      })

      it('is changed by one of two concurrent requests', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        const moved = await Promise.all(
          (['approved', 'rejected'] as const).map((to) =>
            content.changeCampaign(id, { from: 'pending', to }),
          ),
        )
        expect(moved.filter(Boolean)).toHaveLength(1)
      })

      it.each(['information-requested', 'ended', 'cancelled'] as const)(
        'can be %s, and campaigns are found by it',
        async (to) => {
          const { id } = await content.insertCampaign(newCampaignBy(ada))
          expect(await content.changeCampaign(id, { from: 'pending', to })).toBe(true)
          const { campaigns } = await content.listCampaigns({ status: to }, { limit: 5 })
          expect(campaigns).toMatchObject([{ id, status: to }])
        },
      )

      it('of an unknown campaign does not change', async () => {
        for (const id of [randomUUID(), 'nobody'])
          expect(await content.changeCampaign(id, { from: 'pending', to: 'approved' })).toBe(false)
      })
    })

    describe('what is recorded with a change', () => {
      it('is written after the change, and not without it', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        const record = vi.fn(async () => {})
        await content.changeCampaign(id, { from: 'rejected', to: 'approved', record })
        expect(record).not.toHaveBeenCalled()
        await content.changeCampaign(id, { from: 'pending', to: 'approved', record })
        expect(record).toHaveBeenCalledOnce()
      })

      it('is complete before the next change of the campaign is planned', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        const events: string[] = []
        const change = () =>
          content.changeCampaign(id, async () => {
            events.push('planned')
            return { fields: { city: 'Ondo' }, record: async () => void events.push('recorded') }
          })
        await Promise.all([change(), change(), change()])
        expect(events).toEqual(Array.from({ length: 3 }, () => ['planned', 'recorded']).flat())
      })

      it('stays unwritten when the plan refuses', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        const refusing = content.changeCampaign(id, async () => {
          throw new Error('refused')
        })
        await expect(refusing).rejects.toThrow('refused')
        expect(await content.changeCampaign(id, { from: 'pending', to: 'approved' })).toBe(true)
      })
    })

    describe('an update', () => {
      it('changes only the given fields', async () => {
        const before = await insertCampaignBy(content, ada, 'approved')
        const change = {
          description: 'Clean water for six hundred families.',
          goal: kobo(6_000_000_00),
          budget: [
            { text: 'Drilling', amount: kobo(5_000_000_00) },
            { text: 'A pump: “solar”', amount: kobo(1_000_000_00) },
          ],
          endDate: inDays(60),
          images: [{ id: 'b'.repeat(64), width: 800, height: 600, alt: 'The new well' }],
          contact: { ...before.contact, phone: '+234 802 234 5678' },
          bankAccount: { bankCode: '044', last4: '1234', subAccountCode: 'ACCT_test0000000002' },
        }
        const sealed = { accountNumberSealed: Buffer.from('another') }
        const id = before.id.toUpperCase()
        expect(await content.changeCampaign(id, { fields: { ...change, ...sealed } })).toBe(true)

        expect(await content.findCampaign(id)).toEqual({ ...before, ...change })
        const found = { status: 'approved', text: 'six hundred' } as const
        expect(await content.countCampaigns(found)).toBe(1)
      })

      it('of the title assigns a new slug and keeps the earlier ones', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        await content.changeCampaign(id, { fields: { title: 'A pump for Ife' } })
        expect(await content.findCampaign(id)).toMatchObject({ slug: 'a-pump-for-ife' })
        for (const slug of ['a-well-for-ife', 'a-pump-for-ife'])
          expect(await content.findCampaignBySlug(slug)).toMatchObject({ id })

        await content.changeCampaign(id, { fields: { title: 'A well for Ife' } })
        expect(await content.findCampaign(id)).toMatchObject({ slug: 'a-well-for-ife' })
      })

      it('of an unknown or deleted campaign changes nothing', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        await content.deleteCampaign(id)
        for (const gone of [id, randomUUID(), 'nobody'])
          expect(await content.changeCampaign(gone, { fields: { city: 'Ondo' } })).toBe(false)
      })
    })

    describe('overdue campaigns', () => {
      it('are approved and have reached their end date', async () => {
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
      it('is no longer found and cannot change its status', async () => {
        const { id, slug } = await insertCampaignBy(content, ada, 'approved')
        await content.deleteCampaign(id.toUpperCase())

        expect(await content.findCampaign(id)).toBeUndefined()
        expect(await content.findCampaignBySlug(slug)).toBeUndefined()
        expect(await content.countCampaigns({})).toBe(0)
        expect(await content.listCampaigns({}, { limit: 10 })).toMatchObject({ campaigns: [] })
        expect(await content.changeCampaign(id, { from: 'approved', to: 'pending' })).toBe(false)
      })

      it('leaves other campaigns unchanged, also for unknown ids', async () => {
        const { id } = await content.insertCampaign(newCampaignBy(ada))
        await content.deleteCampaign('nobody')
        await content.deleteCampaign(randomUUID())
        expect(await content.findCampaign(id)).toBeDefined()
      })
    })

    campaignLists(() => content)
    campaignSearch(() => content, { findsMisspelt })
  })
}
