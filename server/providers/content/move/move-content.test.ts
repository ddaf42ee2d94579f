import { createHash } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import { embeddedContent } from '#server/providers/content/embedded/embedded-content.ts'
import { campaignStatuses } from '#shared/campaign.ts'
import { kobo } from '#shared/money.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { hostedContent } from '#test/support/campaigns/hosted-content.ts'
import { testImage } from '#test/support/campaigns/image-files.ts'
import { ada, bola } from '#test/support/people/people.ts'

import { checkCleared, clearContent, openMovableStores } from './movable-stores.ts'
import { compareContent } from './compare-content.ts'
import { copyContent, type MoveDeps, type MoveOptions } from './move-content.ts'
import { toCampaignDigest, type MovableStore } from '../moved-content.ts'

const { database } = await freshDatabase()
const at = await hostedContent(database)
const { fakeSanity, ownImages } = at
const stores = openMovableStores({
  database,
  ownImages,
  plans: { firebase: 'spark', sanity: 'free' },
  sanity: { kind: 'sanity', ...fakeSanity.options },
})
const embedded = embeddedContent(database)
const toHosted: MoveDeps = {
  ...stores,
  from: stores.embedded,
  to: stores.hosted,
  direction: 'to-hosted',
}
const toEmbedded: MoveDeps = {
  ...stores,
  from: stores.hosted,
  to: stores.embedded,
  direction: 'to-embedded',
}

async function move(deps: MoveDeps, options: MoveOptions = {}) {
  const summary = await copyContent(deps, options)
  return { ...summary, ...(await compareContent(deps, summary)) }
}

const profile = (uid: string) => ({
  uid,
  firstname: 'Ọlá',
  lastname: 'Ọ̀yọ́',
  email: `${uid}@example.com`,
  gender: 'Female' as const,
  terms: true,
  emailVerified: true,
})

/** A picture of our own, as an upload leaves it. */
async function addPicture(shade: number) {
  const bytes = new Uint8Array(await testImage(400, 250, shade).webp().toBuffer())
  const id = createHash('sha256').update(bytes).digest('hex')
  await ownImages.write(id, bytes)
  await database.run(
    sql`insert into image (id, width, height, size_bytes, created_at)
      values (${id}, 400, 250, ${bytes.length}, now()) on conflict do nothing`,
  )
  return { id, width: 400, height: 250, alt: 'A “well”' }
}

/** A campaign of every status. Two share a picture, and one has an earlier address. */
async function fillEmbedded() {
  for (const uid of [ada.uid, bola.uid]) await embedded.insertUser(profile(uid))
  const shared = await addPicture(1)
  const own = await addPicture(2)
  for (const [index, status] of campaignStatuses.entries()) {
    const campaign = newCampaignBy(index % 2 === 0 ? ada : bola, {
      title: `Well ${index}`,
      cause: index === 1 ? 'legal' : null,
      category: index === 1 ? 'other' : 'Health',
      budget: index === 1 ? [{ text: 'Pump', amount: kobo(600_000_00) }] : [],
      startDate: index === 2 ? null : '2026-12-01',
      images: index < 2 ? [{ ...shared, focus: { x: 33, y: 67 } }, own] : [own],
      accountNumberSealed: Buffer.from([index, 255, 0]),
    })
    await embedded.insertCampaign(campaign)
    await embedded.changeCampaign(campaign.id, { to: status })
  }
  const [renamed] = (await embedded.listCampaigns({ status: 'approved' }, { limit: 5 })).campaigns
  await embedded.changeCampaign(renamed?.id ?? '', { fields: { title: 'Renamed well' } })
  await database.run(
    sql`update campaign_listing set raised_kobo = 77, share = 3, trend = 20000000000`,
  )
}

async function readAll(store: MovableStore): Promise<string[]> {
  const lines: string[] = []
  for await (const { campaigns } of store.listCampaigns())
    lines.push(...campaigns.map((campaign) => `${campaign.id} ${toCampaignDigest(campaign)}`))
  return lines.toSorted()
}

beforeEach(async () => {
  fakeSanity.reset()
  fakeSanity.rateLimit.mutationsPerSecond = 1_000
  await fillEmbedded()
})

describe('moving content', () => {
  it('to the hosted store and back leaves every campaign, profile and picture as it was', async () => {
    const before = await readAll(stores.embedded)
    const there = await move(toHosted)
    expect(there).toMatchObject({ isEqual: true, different: [], missingPictures: [] })
    expect(there.campaigns).toEqual({ found: campaignStatuses.length, copied: before.length })
    expect(await readAll(stores.hosted)).toEqual(before)
    expect(await readAll(stores.embedded)).toEqual(before)

    await clearContent({ cleared: stores.embedded })
    expect(await readAll(stores.embedded)).toEqual([])
    const back = await move(toEmbedded)
    expect(back).toMatchObject({ isEqual: true, from: there.to, to: there.from })
    expect(await readAll(stores.embedded)).toEqual(before)
    expect(await embedded.findUserByUid(ada.uid)).toMatchObject(profile(ada.uid))
    const found = await embedded.findCampaignBySlug('renamed-well')
    expect(await embedded.findCampaignBySlug('well-1')).toMatchObject({ id: found?.id })
    const list = await embedded.listCampaigns({ status: 'approved', text: 'renamd' }, { limit: 5 })
    expect(list.campaigns).toMatchObject([{ id: found?.id }])
  })

  it('again writes nothing', async () => {
    await move(toHosted)
    const sent = fakeSanity.requests.length
    const again = await move(toHosted)
    expect(again).toMatchObject({ campaigns: { copied: 0 }, users: { copied: 0 } })
    expect(again.pictures.copied).toBe(0)
    const paths = fakeSanity.requests.slice(sent).map(({ path }) => path)
    expect(paths.filter((path) => !path.includes('/data/query/'))).toEqual([])
  })

  it('gives Sanity the pictures of public campaigns only', async () => {
    const secret = await addPicture(3)
    await embedded.insertCampaign(newCampaignBy(ada, { images: [secret] }))
    await move(toHosted)
    const assets = [...fakeSanity.documents.values()].filter(
      ({ _type }) => _type === 'sanity.imageAsset',
    )
    expect(assets).toHaveLength(2)
    const names = assets.map(({ originalFilename }) => originalFilename)
    expect(names).not.toContain(`${secret.id}.webp`)
  })

  it('names a picture that neither side has, and compares the others', async () => {
    const lost = { id: 'f'.repeat(64), width: 8, height: 6, alt: '' }
    await embedded.insertCampaign(newCampaignBy(ada, { images: [lost] }))
    const moved = await move(toHosted)
    expect(moved).toMatchObject({ isEqual: true, missingPictures: [lost.id] })
  })

  it('brings a picture that only Sanity has, of another program too', async () => {
    await move(toHosted)
    const [id = ''] = (await readAll(stores.hosted)).map((line) => line.split(' ')[0] ?? '')
    const found = await stores.hosted.findCampaigns([id])
    const [shown] = found.flatMap(({ images }) => images)
    await ownImages.delete(shown?.id ?? '')
    const asset = [...fakeSanity.documents.keys()].find((key) => key.startsWith('image-')) ?? ''
    const document = fakeSanity.documents.get(`campaign.${id}`)
    const foreign = { _key: 'k1', asset: { _type: 'reference', _ref: asset } }
    const images = [...((document?.images ?? []) as object[]), foreign]
    fakeSanity.put({ ...document, _id: `campaign.${id}`, _type: 'campaign', images })
    const moved = await move(toEmbedded)
    expect(moved).toMatchObject({ isEqual: true, missingPictures: [] })
    expect(moved.pictures.copied).toBe(2)
    expect(await ownImages.read(shown?.id ?? '')).toBeDefined()
    expect(await ownImages.read(asset)).toBeDefined()
  })

  it('sees a field that differs in one store', async () => {
    const summary = await copyContent(toHosted, {})
    const [, document] =
      [...fakeSanity.documents].find(([key]) => key.startsWith('campaign.')) ?? []
    if (!document) throw new Error('no campaign was moved')
    fakeSanity.put({ ...document, impact: 'Another impact' })
    const compared = await compareContent(toHosted, summary)
    expect(compared).toMatchObject({
      isEqual: false,
      different: [document._id.replace('.', ' ')],
    })
    expect(compared.from).not.toBe(compared.to)
  })

  it('deletes a campaign that was deleted meanwhile, and refuses one that is only there', async () => {
    await move(toHosted)
    const [deleted, extra] = (await readAll(stores.hosted)).map((line) => line.split(' ')[0] ?? '')
    await stores.hosted.deleteCampaign(deleted ?? '')
    await database.run(
      sql`insert into deleted_campaign (campaign_id, title, category, was_public, deleted_at)
        values (${deleted}, '', 'Health', false, now())`,
    )
    expect(await move(toEmbedded)).toMatchObject({ isEqual: true, extra: { campaigns: [] } })
    expect(await embedded.findCampaign(deleted ?? '')).toBeUndefined()

    await stores.hosted.deleteCampaign(extra ?? '')
    await expect(move(toEmbedded)).rejects.toThrow('1 campaigns are only in the store')
    expect(await embedded.findCampaign(extra ?? '')).toBeDefined()
    expect(await move(toEmbedded, { deletesExtra: true })).toMatchObject({ isEqual: true })
  })

  it('refuses documents of other programs unless they are to be left', async () => {
    await move(toHosted)
    const foreign = { _type: 'campaign', title: 'A bridge', status: 'approved', goalAmount: '250' }
    fakeSanity.put({ ...foreign, _id: 'kXy9PqRs' })
    await expect(move(toEmbedded)).rejects.toThrow('1 documents of other programs')
    expect(await move(toEmbedded, { leavesOthers: true })).toMatchObject({
      isEqual: true,
      others: ['kXy9PqRs'],
    })
  })

  it('as a dry run counts and writes nothing', async () => {
    const planned = await copyContent(toHosted, { isDryRun: true })
    expect(planned.campaigns).toEqual({ found: 7, copied: 7 })
    expect(fakeSanity.documents.size).toBe(0)
  })
})

describe('clearing a store', () => {
  const clearing = (of: 'embedded' | 'hosted') => ({
    ...stores,
    cleared: stores[of],
    live: stores[of === 'embedded' ? 'hosted' : 'embedded'],
  })

  it('is refused while the other one lacks a campaign', async () => {
    await move(toHosted)
    const { id } = await embedded.insertCampaign(newCampaignBy(ada))
    await expect(checkCleared(clearing('embedded'))).rejects.toThrow(`only in that store: ${id}`)
  })

  it('deletes campaigns, profiles and assets, and can be stopped in the middle', async () => {
    await move(toHosted)
    expect(await checkCleared(clearing('hosted'))).toEqual({ campaigns: 7, users: 2 })
    fakeSanity.failNext('/data/mutate/')
    await expect(clearContent(clearing('hosted'))).rejects.toThrow('status 500')
    await clearContent(clearing('hosted'))
    expect(await stores.clearAssets()).toBe(2)
    // The count of the changes that lists show.
    expect([...fakeSanity.documents.keys()]).toEqual(['ajo.writes'])
    const row = await database.row(
      z.object({ count: z.int() }),
      sql`select count(*)::integer as count from hosted_image`,
    )
    expect(row?.count).toBe(0)
  })
})

/** Every third request, and each of them in `npm run test:long`. */
const isQuick = process.env['TESTS'] === 'quick'
const listPoints = (requests: number) =>
  [...Array(requests).keys()].filter((point) => !isQuick || point % 3 === 1)

/** Sanity stops answering after `point` requests, and later the move is started again. */
async function interrupt(deps: MoveDeps, point: number) {
  const before = await readAll(deps.from)
  const { rateLimit, requests } = fakeSanity
  rateLimit.lastRequest = requests.length + point
  const stopped = await move(deps).catch((error: unknown) => String(error))
  rateLimit.lastRequest = Infinity
  const { isEqual, different, missingPictures } = await move(deps)
  const after = [await readAll(deps.from), await readAll(deps.to)]
  return {
    stopped,
    isEqual,
    lost: [...different, ...missingPictures],
    isWhole: after.map((lines) => lines.join() === before.join()),
  }
}

describe('a move that Sanity stops answering goes on without loss and without duplicates', () => {
  const goesOn = {
    stopped: expect.stringMatching(/^ContentUnavailable: .* status 500$/) as string,
    isEqual: true,
    lost: [],
    isWhole: [true, true],
  }

  it.each(listPoints(12))('to the hosted store after %i requests', async (point) => {
    expect(await interrupt(toHosted, point)).toEqual(goesOn)
    const ids = [...fakeSanity.documents.keys()].filter((id) => id.startsWith('image-'))
    expect(ids).toHaveLength(2)
  })

  it.each(listPoints(7))('to the embedded store after %i requests', async (point) => {
    await move(toHosted)
    await clearContent({ cleared: stores.embedded })
    const images = await database.rows(z.object({ id: z.string() }), sql`select id from image`)
    for (const { id } of images) await ownImages.delete(id)
    expect(await interrupt(toEmbedded, point)).toEqual(goesOn)
  })
})
