import { beforeEach, describe, expect, it } from 'vitest'

import { inDays, insertCampaignBy, newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { hostile } from '#test/support/cases/hostile-text.ts'
import { ada, bola } from '#test/support/people/people.ts'

import type { ContentStore, NewCampaign } from './content.ts'

/** What a search finds, and in which order, in every content store (docs/hosted-content.md#search). */
export function campaignSearch(
  store: () => ContentStore,
  { findsMisspelt }: { findsMisspelt: boolean },
) {
  describe('a search', () => {
    let content: ContentStore
    beforeEach(() => {
      content = store()
    })

    const insert = (title: string, change: Partial<NewCampaign> = {}) =>
      insertCampaignBy(content, ada, 'approved', {
        title,
        country: 'Ghana',
        city: 'Accra',
        category: 'Career',
        description: 'Nothing else.',
        ...change,
      })
    const find = async (text: string) => {
      const page = await content.publicLists.list({ text }, { limit: 9 })
      expect(page.total).toBe(page.campaigns.length)
      return page.campaigns.map(({ title }) => title)
    }

    it.each([
      ['title', { title: 'A borehole' }],
      ['city', { city: 'Borehole' }],
      ['country', { country: 'Borehole' }],
      ['description', { description: 'We drill a borehole.' }],
    ])('finds a word in the %s', async (_field, change) => {
      await insert('Another')
      const { title } = await insert('A well', change)
      expect(await find('borehole')).toEqual([title])
    })

    it('finds the words of a category', async () => {
      await insert('A clinic', { category: 'Health' })
      await insert('A school', { category: 'Education' })
      expect(await find('health')).toEqual(['A clinic'])
      expect(await find('educ')).toEqual(['A school'])
    })

    it('finds no word of the account, the contact or the other texts', async () => {
      await insert('A well', {
        raiseMoneyFor: 'borehole',
        importance: 'borehole',
        impact: 'borehole',
        contact: { name: 'Borehole', email: 'borehole@example.org', phone: '1', isPublic: true },
      })
      expect(await find('borehole')).toEqual([])
    })

    it('takes each word as the beginning of a word, not as a part', async () => {
      await insert('A borehole')
      for (const text of ['b', 'bore', 'borehole']) expect(await find(text)).toEqual(['A borehole'])
      for (const text of ['ehol', 'oreh']) expect(await find(text)).toEqual([])
    })

    it('finds what contains all words, in any order, case and field', async () => {
      await insert('A borehole', { city: 'Ibadan' })
      await insert('A borehole', { city: 'Kano' })
      await insert('A school', { city: 'Ibadan' })
      for (const text of ['borehole ibadan', 'IBADAN Borehole', 'iba, bore!', 'bore bore iba'])
        expect(await find(text)).toEqual(['A borehole'])
      expect(await find('borehole ibadan lagos')).toEqual([])
    })

    it('finds words with or without tone marks, composed or not, and with hooked letters', async () => {
      await insert('Ilé-ìwé fún Ọ̀yọ́', { city: 'Ƙauye' })
      for (const text of [
        'ile',
        'iwe',
        'ilé-ìwé',
        'ILE-IWE',
        'oyo',
        'Ọ̀yọ́'.normalize('NFD'),
        'kauye',
        'ƙauye',
      ])
        expect([text, await find(text)]).toEqual([text, ['Ilé-ìwé fún Ọ̀yọ́']])
    })

    it('finds numbers', async () => {
      await insert('400 books for 12 schools')
      await insert('40 chairs')
      expect(await find('400')).toEqual(['400 books for 12 schools'])
      expect((await find('40')).toSorted()).toEqual(['40 chairs', '400 books for 12 schools'])
    })

    it('reads the first eight words', async () => {
      await insert('one two three four five six seven eight')
      expect(await find('one two three four five six seven eight nine')).toHaveLength(1)
      expect(await find('one two three four five six seven nine')).toHaveLength(0)
    })

    it('finds a part of what signs join', async () => {
      const title = "Adé's self-help group"
      await insert(title, { description: 'x 1.5 km, see example.com' })
      await insert('A self taught group')
      for (const text of ['help', 'self-help', "ade's", 'example', 'x'])
        expect([text, await find(text)]).toEqual([text, [title]])
    })

    it('finds nothing without a letter or digit', async () => {
      await insert('A well')
      for (const text of ['*', '…', '" "', '—']) expect(await find(text)).toEqual([])
    })

    it('shows the newest first, or in the order of the list', async () => {
      const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
      await insert('Well one', { createdAt: at(1), endDate: inDays(3) })
      await insert('Well two', {
        createdAt: at(3),
        endDate: inDays(2),
        description: 'well well well',
      })
      await insert('Well three', { createdAt: at(2), endDate: inDays(1) })
      expect(await find('well')).toEqual(['Well two', 'Well three', 'Well one'])
      const page = { limit: 9, order: 'ending' } as const
      const { campaigns } = await content.publicLists.list({ text: 'well' }, page)
      expect(campaigns.map(({ title }) => title)).toEqual(['Well three', 'Well two', 'Well one'])
    })

    it('finds approved campaigns only, by their present words', async () => {
      await insertCampaignBy(content, bola, 'pending', { title: 'A borehole' })
      const { id } = await insert('A borehole')
      await content.changeCampaign(id, { fields: { title: 'A pump' } })
      expect(await find('borehole')).toEqual([])
      expect(await find('pump')).toEqual(['A pump'])
    })

    it('finds ended campaigns apart from approved ones', async () => {
      await insertCampaignBy(content, ada, 'ended', { title: 'A borehole', cause: 'charity' })
      const ended = { status: 'ended', text: 'bore' } as const
      expect(await find('borehole')).toEqual([])
      for (const [filter, total] of [
        [ended, 1],
        [{ ...ended, cause: 'charity' }, 1],
        [{ ...ended, cause: 'legal' }, 0],
      ] as const)
        expect(await content.listCampaigns(filter, { limit: 9 })).toMatchObject({ total })
    })

    it.runIf(!findsMisspelt)('finds nothing for a misspelt word', async () => {
      await insert('A hospital')
      for (const text of ['hopsital', 'hospitals']) expect(await find(text)).toEqual([])
    })

    it.runIf(findsMisspelt)('finds the nearest word for a misspelt one', async () => {
      await insert('A hospital')
      for (const text of ['hopsital', 'hospitals']) expect(await find(text)).toEqual(['A hospital'])
    })

    it('also finds campaigns whose updates contain the words, open and ended', async () => {
      const { id: textId } = await insert('A borehole')
      await insert('A clinic')
      const ended = await insertCampaignBy(content, ada, 'ended', { title: 'A road' })
      const textIds = [textId, ended.id]
      const find = async (status: 'approved' | 'ended', text: string) => {
        const filter = { text, textIds, status }
        return (await content.listCampaigns(filter, { limit: 9 })).campaigns.map(
          ({ title }) => title,
        )
      }
      expect((await find('approved', 'clinic')).toSorted()).toEqual(['A borehole', 'A clinic'])
      expect(await find('ended', 'clinic')).toEqual(['A road'])
      const { campaigns, total } = await content.publicLists.list(
        { text: 'pump', textIds },
        { limit: 9 },
      )
      expect([campaigns.map(({ title }) => title), total]).toEqual([['A borehole'], 1])
    })

    it.runIf(findsMisspelt)('suggests the words that sound or are spelt nearest', async () => {
      await insert('A school in Lokoja', { description: 'Emergency phone and medicine' })
      const suggest = (text: string) => content.publicLists.suggest?.(text)
      expect(await suggest('skul lokja')).toBe('school lokoja')
      expect(await suggest('fon')).toBe('phone')
      expect(await suggest('emergensi medisin')).toBe('emergency medicine')
      expect(await suggest('scho')).toBeUndefined()
      expect(await suggest('xyzzy 77')).toBeUndefined()
      expect(await suggest('!')).toBeUndefined()
    })

    it('finds prefixes of words in title, place and description in any case', async () => {
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
      expect(await content.countCampaigns({ text: 'ỌYỌ' })).toBe(1)
      const misspelt = { text: 'Ibaddan', status: 'approved' } as const
      await insert('A hospital', { city: 'Ibadan' })
      expect(await content.countCampaigns(misspelt)).toBe(findsMisspelt ? 1 : 0)
    })

    it('searches for hostile texts as plain text', async () => {
      await content.insertCampaign(newCampaignBy(ada))
      for (const text of [...hostile, 'zz & | ! ( ) :*', '\\', '%', '<->', '!!!', "'"]) {
        const { campaigns } = await content.listCampaigns({ text }, { limit: 5 })
        expect([text, campaigns]).toEqual([text, []])
      }
    })
  })
}
