import { beforeEach, describe, expect, it } from 'vitest'

import { inDays, insertCampaignBy, newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { hostedContent, sampleUser } from '#test/support/campaigns/hosted-content.ts'
import { hostile } from '#test/support/cases/hostile-text.ts'
import { ada } from '#test/support/people/people.ts'

import { contentStoreContract } from '../content.contract.ts'
import * as queries from './queries.ts'

const { database, empty } = await testDatabase()
const hosted = await hostedContent(database)
const { content, fakeSanity } = hosted

async function emptyBoth() {
  await empty()
  await hosted.empty()
}

contentStoreContract('hosted (fake)', async () => content, emptyBoth, { findsMisspelt: false })

describe('the hosted store', () => {
  beforeEach(emptyBoth)
  const getDocument = (id: string) => fakeSanity.documents.get(`campaign.${id}`)

  it('stores a campaign as the document of specification §3 with an encrypted account number', async () => {
    const { _id: owner } = await content.insertUser({ ...sampleUser, uid: ada.uid })
    const { id } = await content.insertCampaign(newCampaignBy(ada))

    expect(getDocument(id)).toMatchObject({
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
    expect(fakeSanity.documents.get(owner)).toMatchObject({ _type: 'user', uid: ada.uid })
  })

  it('deletes a campaign whose title an editor has removed', async () => {
    const { id } = await content.insertCampaign(newCampaignBy(ada))
    fakeSanity.put({ ...getDocument(id), _id: `campaign.${id}`, _type: 'campaign', title: null })
    expect(await content.findCampaign(id)).toBeUndefined()

    await content.deleteCampaign(id)
    expect(getDocument(id)).toBeUndefined()
  })

  it('gives every document an id that is hidden without a token', async () => {
    await content.insertCampaign(newCampaignBy(ada))
    const ids = [...fakeSanity.documents.values()]
      .filter(({ _type }) => !_type.startsWith('sanity.'))
      .map(({ _id }) => _id)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids) expect(id).toMatch(/^(campaign|user|ajo)\./)
  })

  it('queries published documents at one API version without the CDN and shows no drafts', async () => {
    fakeSanity.put({
      _id: 'drafts.abc',
      _type: 'campaign',
      title: 'Not yet',
      goalAmount: '5000',
      status: 'approved',
    })
    await content.listCampaigns({ status: 'approved' }, { limit: 5 })
    await content.findCampaign('abc')
    expect(await content.countCampaigns({})).toBe(0)

    const queries = fakeSanity.requests.filter(({ path }) => path.includes('/data/query/'))
    expect(queries.length).toBe(3)
    for (const { path, query } of queries) {
      expect(path).toBe('/v2024-03-16/data/query/production')
      expect(query.get('perspective')).toBe('published')
    }
  })

  it('waits until queries see each change, and shows it in the list of its organiser while the CDN is behind', async () => {
    fakeSanity.cdn.delayMs = 3_600_000
    const list = async () => {
      const { campaigns } = await content.listCampaigns({ ownerUid: ada.uid }, { limit: 5 })
      return campaigns.map(({ title, status }) => `${title}, ${status}`)
    }
    const { id } = await content.insertCampaign(newCampaignBy(ada))
    expect(await list()).toEqual(['A well for Ife, pending'])
    const fields = { title: 'A pump' }
    await content.changeCampaign(id, { from: 'pending', to: 'approved', fields })
    expect(await list()).toEqual(['A pump, approved'])
    await content.deleteCampaign(id)
    expect(await list()).toEqual([])

    const mutations = fakeSanity.requests.filter(({ path }) => path.includes('/mutate/'))
    expect(mutations).toHaveLength(3)
    for (const { query } of mutations) expect(query.get('visibility')).toBe('sync')
  })

  it('shows documents of other programs that have a title, a goal and a status', async () => {
    const foreign = { _type: 'campaign', status: 'approved', goalAmount: '250,000' }
    const assetId = `image-${'d'.repeat(40)}-640x480-jpg`
    fakeSanity.put({
      ...foreign,
      _id: 'kXy9PqRs',
      title: 'A bridge',
      userId: ada.uid,
      images: [{ _key: 'k1', asset: { _ref: assetId }, hotspot: { x: 0.428, y: 1.2, width: 1 } }],
    })
    fakeSanity.put({ ...foreign, _id: 'noAmount', title: 'Nothing', goalAmount: 'a lot' })

    const { campaigns } = await content.listCampaigns({ status: 'approved' }, { limit: 5 })
    expect(campaigns).toMatchObject([
      {
        id: 'kXy9PqRs',
        slug: 'kXy9PqRs',
        goal: 250_000_00,
        endDate: null,
        images: [{ id: assetId, width: 640, height: 480, focus: { x: 43, y: 100 } }],
      },
    ])
    for (const text of ['bridge', 'BRI a']) expect(await content.countCampaigns({ text })).toBe(1)
    expect(await content.countCampaigns({ text: 'pipe' })).toBe(0)
    expect(await content.findCampaign('KXY9PQRS')).toMatchObject({ title: 'A bridge' })
    expect(await content.findCampaignBySlug('kxy9pqrs')).toMatchObject({ title: 'A bridge' })
    expect(await content.findCampaign('noAmount')).toBeUndefined()
  })

  it('deletes the draft of a deleted campaign too', async () => {
    const { id } = await content.insertCampaign(newCampaignBy(ada))
    fakeSanity.put({ ...getDocument(id), _id: `drafts.campaign.${id}`, _type: 'campaign' })
    await content.deleteCampaign(id)
    expect(fakeSanity.drafts()).toEqual([])
  })

  it('fails to delete a campaign that another document refers to', async () => {
    const { id } = await content.insertCampaign(newCampaignBy(ada))
    fakeSanity.put({ _id: 'list', _type: 'list', first: { _ref: `campaign.${id}` } })
    await expect(content.deleteCampaign(id)).rejects.toThrow('other documents refer to')
    expect(await content.findCampaign(id)).toBeDefined()
  })

  it('inserts a campaign once when its record failed the first time', async () => {
    const campaign = newCampaignBy(ada)
    const failing = content.insertCampaign(campaign, async () => {
      throw new Error('the history could not be written')
    })
    await expect(failing).rejects.toThrow('the history could not be written')
    const other = await content.insertCampaign(newCampaignBy(ada))

    const { slug } = await content.insertCampaign(campaign)
    expect(slug).not.toBe(other.slug)
    expect(await content.findCampaignBySlug(slug)).toMatchObject({ id: campaign.id, slug })
  })

  it('sends only constant queries and passes user input as parameters', async () => {
    const constants = new Set<string>(
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
    const sent = fakeSanity.requests.filter(({ path }) => path.includes('/data/query/'))
    expect(sent.length).toBeGreaterThan(hostile.length)
    for (const { query } of sent) expect(constants).toContain(query.get('query'))
  })

  it('sends a long query as POST', async () => {
    await insertCampaignBy(content, ada, 'approved')
    const found = { status: 'approved', place: 'x'.repeat(12_000) } as const
    expect(await content.countCampaigns(found)).toBe(0)
    expect(fakeSanity.requests.at(-1)).toMatchObject({ method: 'POST' })
  })

  it('stays below the mutations per second that Sanity allows', async () => {
    const people = Array.from({ length: 40 }, (_, count) => ({
      ...sampleUser,
      uid: `uid-${count}`,
    }))
    await Promise.all(people.map((person) => content.insertUser(person)))
    for (const { uid } of people) expect(await content.findUserByUid(uid)).toMatchObject({ uid })
    expect(fakeSanity.rateLimit.refused).toBe(0)
  })

  it('waits when another process uses up the mutations per second', async () => {
    fakeSanity.rateLimit.mutationsPerSecond = 4
    const people = Array.from({ length: 6 }, (_, count) => ({ ...sampleUser, uid: `uid-${count}` }))
    await Promise.all(people.map((person) => content.insertUser(person)))
    expect(fakeSanity.rateLimit.refused).toBeGreaterThan(0)
    for (const { uid } of people) expect(await content.findUserByUid(uid)).toMatchObject({ uid })
  })

  it('keeps fields of other programs in a user document', async () => {
    fakeSanity.put({
      _id: 'theirs',
      _type: 'user',
      uid: sampleUser.uid,
      email: 'old@example.com',
      studio: 1,
    })
    await content.insertUser(sampleUser)
    expect(fakeSanity.documents.get('theirs')).toMatchObject({ ...sampleUser, studio: 1 })
  })
})
