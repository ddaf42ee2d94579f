import { beforeEach, describe, expect, it } from 'vitest'

import { inDays, insertCampaignBy, newCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { hostedContent, someone } from '#test/hosted-content.ts'
import { hostile } from '#test/hostile-text.ts'
import { ada } from '#test/people.ts'

import { contentStoreContract } from './content.contract.ts'
import * as queries from './sanity-queries.ts'

const { database, empty } = await testDatabase()
const hosted = await hostedContent(database)
const { content, twin } = hosted

async function emptyBoth() {
  await empty()
  await hosted.empty()
}

contentStoreContract('hosted (twin)', async () => content, emptyBoth, { findsMisspelt: false })

describe('the hosted store', () => {
  beforeEach(emptyBoth)
  const documentOf = (id: string) => twin.documents.get(`campaign.${id}`)

  it('holds a campaign as the document of specification §3, its account number sealed', async () => {
    const { _id: owner } = await content.insertUser({ ...someone, uid: ada.uid })
    const { id } = await content.insertCampaign(newCampaignBy(ada))

    expect(documentOf(id)).toMatchObject({
      _type: 'campaign',
      title: 'A well for Ife',
      country: 'Nigeria',
      city: 'Ife',
      category: 'Community Development',
      goalAmount: '5000000.00',
      startDate: inDays(1),
      endDate: inDays(30),
      status: 'pending',
      subAccountId: 'ACCT_test0000000001',
      bank: '058',
      accountNumber: Buffer.from('sealed').toString('base64url'),
      name: 'Ada Obi',
      phone: '+234 801 234 5678',
      email: 'ada.obi@example.org',
      userId: ada.uid,
      createdBy: { _type: 'reference', _ref: owner },
      images: [{ _key: 'a'.repeat(64), asset: { _type: 'reference' } }],
    })
    expect(twin.documents.get(owner)).toMatchObject({ _type: 'user', uid: ada.uid })
  })

  it('gives every document an id that is kept from everybody without a token', async () => {
    await content.insertCampaign(newCampaignBy(ada))
    const ids = [...twin.documents.values()]
      .filter(({ _type }) => !_type.startsWith('sanity.'))
      .map(({ _id }) => _id)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(id).toMatch(/^(campaign|user)\./)
  })

  it('asks for published documents at one version, past every cache, and never shows a draft', async () => {
    twin.put({
      _id: 'drafts.abc',
      _type: 'campaign',
      title: 'Not yet',
      goalAmount: '5000',
      status: 'approved',
    })
    await content.listCampaigns({ status: 'approved' }, { limit: 5 })
    await content.findCampaign('abc')
    expect(await content.countCampaigns({})).toBe(0)

    const queries = twin.asked.filter(({ path }) => path.includes('/data/query/'))
    expect(queries.length).toBe(3)
    for (const { path, query } of queries) {
      expect(path).toBe('/v2024-03-16/data/query/production')
      expect(query.get('perspective')).toBe('published')
    }
  })

  it('shows what others wrote, as far as it can be shown', async () => {
    const theirs = { _type: 'campaign', status: 'approved', goalAmount: '250,000' }
    const picture = `image-${'d'.repeat(40)}-640x480-jpg`
    twin.put({
      ...theirs,
      _id: 'kXy9PqRs',
      title: 'A bridge',
      userId: ada.uid,
      images: [{ _key: 'k1', asset: { _ref: picture } }],
    })
    twin.put({ ...theirs, _id: 'noAmount', title: 'Nothing', goalAmount: 'a lot' })

    const { campaigns } = await content.listCampaigns({ status: 'approved' }, { limit: 5 })
    expect(campaigns).toMatchObject([
      {
        id: 'kXy9PqRs',
        slug: 'kXy9PqRs',
        goal: 250_000_00,
        endDate: null,
        images: [{ id: picture, width: 640, height: 480 }],
      },
    ])
    expect(await content.findCampaign('KXY9PQRS')).toMatchObject({ title: 'A bridge' })
    expect(await content.findCampaignBySlug('kxy9pqrs')).toMatchObject({ title: 'A bridge' })
    expect(await content.findCampaign('noAmount')).toBeUndefined()
  })

  it('deletes with a campaign what somebody had begun to edit of it', async () => {
    const { id } = await content.insertCampaign(newCampaignBy(ada))
    twin.put({ ...documentOf(id), _id: `drafts.campaign.${id}`, _type: 'campaign' })
    await content.deleteCampaign(id)
    expect(twin.drafts()).toEqual([])
  })

  it('does not say that a campaign is deleted which something over there refers to', async () => {
    const { id } = await content.insertCampaign(newCampaignBy(ada))
    twin.put({ _id: 'list', _type: 'list', first: { _ref: `campaign.${id}` } })
    await expect(content.deleteCampaign(id)).rejects.toThrow('is referred to')
    expect(await content.findCampaign(id)).toBeDefined()
  })

  it('finds a campaign by its address also when our transaction around it was taken back', async () => {
    const campaign = newCampaignBy(ada)
    const failing = database.transaction(async (queries) => {
      await content.insertCampaign(campaign, queries)
      throw new Error('the history could not be written')
    })
    await expect(failing).rejects.toThrow('the history could not be written')
    const other = await content.insertCampaign(newCampaignBy(ada))

    const { slug } = await content.insertCampaign(campaign)
    expect(slug).not.toBe(other.slug)
    expect(await content.findCampaignBySlug(slug)).toMatchObject({ id: campaign.id, slug })
  })

  it('is asked in words of ours alone: what people send is a parameter', async () => {
    const ours = new Set<string>(
      [...Object.values(queries), ...Object.values(queries.sortedCampaigns)].filter(
        (query) => typeof query === 'string',
      ),
    )
    for (const text of hostile) {
      await content.listCampaigns({ text, ownerUid: text, place: text }, { limit: 2 })
      await content.findCampaign(text)
      await content.findCampaignBySlug(text)
      await content.findUserByUid(text)
    }
    const asked = twin.asked.filter(({ path }) => path.includes('/data/query/'))
    expect(asked.length).toBeGreaterThan(hostile.length)
    for (const { query } of asked) expect(ours).toContain(query.get('query'))
  })

  it('takes a long question by another road', async () => {
    await insertCampaignBy(content, ada, 'approved')
    const found = { status: 'approved', place: 'x'.repeat(12_000) } as const
    expect(await content.countCampaigns(found)).toBe(0)
    expect(twin.asked.at(-1)).toMatchObject({ method: 'POST' })
  })

  it('takes its time where the service takes no more in a second', async () => {
    twin.pace.mutationsPerSecond = 25
    const people = Array.from({ length: 40 }, (_, count) => ({ ...someone, uid: `uid-${count}` }))
    await Promise.all(people.map((person) => content.insertUser(person)))
    for (const { uid } of people) expect(await content.findUserByUid(uid)).toMatchObject({ uid })
  })

  it('keeps of a person’s document what somebody else wrote into it', async () => {
    twin.put({
      _id: 'theirs',
      _type: 'user',
      uid: someone.uid,
      email: 'old@example.com',
      studio: 1,
    })
    await content.insertUser(someone)
    expect(twin.documents.get('theirs')).toMatchObject({ ...someone, studio: 1 })
  })
})
