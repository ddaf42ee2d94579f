import { beforeEach, describe, expect, it } from 'vitest'

import { sql } from '#server/platform/database/sql.ts'
import { insertCampaignBy, newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { hostedContent, sampleUser } from '#test/support/campaigns/hosted-content.ts'
import { ada } from '#test/support/people/people.ts'

import { sanityContent } from './sanity-content.ts'

const { database, owner, empty } = await testDatabase()
const hosted = await hostedContent(database)
const { fakeSanity } = hosted
const webhookSecret = 'a secret of at least twenty characters'
const open = () =>
  sanityContent({ ...fakeSanity.options, database, ownImages: hosted.ownImages, webhookSecret })

/** Two processes on the same database. */
let [{ content }, other] = [open(), open()]
/** Longer than any test. */
const long = 3_600_000

const list = async (from = content) => {
  const { campaigns } = await from.publicLists.list({}, { limit: 5 })
  return campaigns.map(({ title }) => title).toSorted()
}
const countLive = () => fakeSanity.requests.filter(({ path }) => path.includes('/query/')).length

describe('public lists of the hosted store', () => {
  beforeEach(async () => {
    await empty()
    await hosted.empty()
    ;[{ content }, other] = [open(), open()]
    await content.insertUser({ ...sampleUser, uid: ada.uid })
  })

  it('come from the CDN while it is current', async () => {
    await insertCampaignBy(content, ada, 'approved')
    const before = countLive()
    expect(await list()).toEqual(['A well for Ife'])
    expect(await content.publicLists.count({})).toBe(1)
    expect((await content.publicLists.listAddresses({ limit: 5 })).addresses).toHaveLength(1)
    expect(countLive()).toBe(before)
    expect(fakeSanity.cdn.requests).toHaveLength(3)
    for (const { query } of fakeSanity.cdn.requests)
      expect(query.get('perspective')).toBe('published')
  })

  it('show a new, a changed and a deleted campaign at once in every process while the CDN is behind', async () => {
    await insertCampaignBy(content, ada, 'approved', { title: 'First' })
    fakeSanity.cdn.delayMs = long

    const { id } = await insertCampaignBy(content, ada, 'approved', { title: 'Second' })
    for (const from of [content, other.content])
      expect(await list(from)).toEqual(['First', 'Second'])
    await content.changeCampaign(id, { fields: { title: 'Third' } })
    for (const from of [content, other.content])
      expect(await list(from)).toEqual(['First', 'Third'])
    await other.content.changeCampaign(id, { from: 'approved', to: 'rejected' })
    for (const from of [content, other.content]) expect(await list(from)).toEqual(['First'])
    await content.changeCampaign(id, { from: 'rejected', to: 'approved' })
    await content.deleteCampaign(id)
    for (const from of [content, other.content]) {
      expect(await list(from)).toEqual(['First'])
      expect(await from.publicLists.count({})).toBe(1)
    }
  })

  it('show a new name of an organiser at once', async () => {
    await insertCampaignBy(content, ada, 'approved')
    fakeSanity.cdn.delayMs = long
    const { _id = '' } = (await content.findUserByUid(ada.uid)) ?? {}
    await content.updateUser(_id, { firstname: 'Adaeze' })
    const { campaigns } = await other.content.publicLists.list({}, { limit: 5 })
    expect(campaigns[0]?.owner.firstname).toBe('Adaeze')
  })

  it('come from the CDN again when it has caught up', async () => {
    await insertCampaignBy(content, ada, 'approved', { title: 'First' })
    fakeSanity.cdn.delayMs = 300
    await insertCampaignBy(content, ada, 'approved', { title: 'Second' })
    expect(await list()).toEqual(['First', 'Second'])
    await expect
      .poll(async () => {
        const before = countLive()
        expect(await list()).toEqual(['First', 'Second'])
        return countLive() - before
      })
      .toBe(0)
  })

  it('may lag behind an editor until the webhook reports the change', async () => {
    const { id } = await insertCampaignBy(content, ada, 'approved', { title: 'First' })
    expect(await list()).toEqual(['First'])
    fakeSanity.cdn.delayMs = long
    const document = fakeSanity.documents.get(`campaign.${id}`)
    fakeSanity.put({ ...document, _id: `campaign.${id}`, _type: 'campaign', title: 'Edited' })
    expect(await list()).toEqual(['First'])

    expect(await other.hosted.webhook?.receive('delivery-1')).toBe(true)
    expect(await list()).toEqual(['Edited'])
  })

  it('have an effect of each delivery of the webhook once, and remember the last hundred', async () => {
    await content.insertCampaign(newCampaignBy(ada))
    const receive = async (key: string) => other.hosted.webhook?.receive(key)
    const countMutations = () =>
      fakeSanity.requests.filter(({ path }) => path.includes('/mutate/')).length
    const before = countMutations()
    expect(await receive('delivery-1')).toBe(true)
    expect(await receive('delivery-1')).toBe(false)
    expect(countMutations()).toBe(before + 1)

    const many = Array.from({ length: 99 }, (_, at) => `many-${at}`)
    await Promise.all(many.map(receive))
    // How many of them arrive together depends on the machine.
    expect(countMutations()).toBeLessThan(before + 1 + many.length / 2)
    expect(await receive('delivery-1')).toBe(false)
    await receive('one-more')
    expect(await receive('delivery-1')).toBe(true)
  })

  it('come from the API while the CDN fails', async () => {
    await insertCampaignBy(content, ada, 'approved')
    fakeSanity.cdn.isDown = true
    expect(await list()).toEqual(['A well for Ife'])
    expect(await list()).toEqual(['A well for Ife'])
    // After the first failure it is not asked for a while.
    expect(fakeSanity.cdn.requests).toHaveLength(1)
  })

  it('come from the API for a query that is too long for an address', async () => {
    await insertCampaignBy(content, ada, 'approved')
    const filter = { place: 'x'.repeat(12_000) }
    expect(await content.publicLists.count(filter)).toBe(0)
    expect(fakeSanity.cdn.requests).toHaveLength(0)
    expect(await list()).toEqual(['A well for Ife'])
    expect(fakeSanity.cdn.requests).toHaveLength(1)
  })

  it('come from the API alone without the webhook', async () => {
    const without = sanityContent({
      ...fakeSanity.options,
      database,
      ownImages: hosted.ownImages,
    }).content
    await insertCampaignBy(without, ada, 'approved')
    expect(await list(without)).toEqual(['A well for Ife'])
    expect(fakeSanity.cdn.requests).toEqual([])
  })

  it.each([
    ['was killed before its change', sql`issued + 1`],
    ['was restored from a backup', sql`0`],
  ])('come from the CDN again after an installation %s', async (_title, change) => {
    await insertCampaignBy(content, ada, 'approved')
    await owner.run(
      sql`update listed_write set issued = ${change}, issued_at = now() - interval '6 minutes'`,
    )
    await list()
    const before = countLive()
    expect(await list()).toEqual(['A well for Ife'])
    expect(countLive()).toBe(before)
    fakeSanity.cdn.delayMs = long
    await insertCampaignBy(content, ada, 'approved', { title: 'Later' })
    expect(await list()).toEqual(['A well for Ife', 'Later'])
  })

  it('stay at the API while a change may still take effect', async () => {
    await insertCampaignBy(content, ada, 'approved')
    await owner.run(sql`update listed_write set issued = issued + 1`)
    for (let count = 0; count < 3; count++) {
      const before = countLive()
      await list()
      expect(countLive()).toBe(before + 1)
    }
  })

  it('are read at the CDN after a change that was refused', async () => {
    const { id } = await insertCampaignBy(content, ada, 'approved')
    fakeSanity.put({ _id: 'list', _type: 'list', first: { _ref: `campaign.${id}` } })
    await expect(content.deleteCampaign(id)).rejects.toThrow('other documents refer to')
    const before = countLive()
    expect(await list()).toEqual(['A well for Ife'])
    expect(countLive()).toBe(before)
  })
})
