import { createHash } from 'node:crypto'

import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { imageStorageContract } from '#server/platform/images/image-storage.contract.ts'
import { newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { testDatabase } from '#test/support/database/database.ts'
import { hostedContent } from '#test/support/campaigns/hosted-content.ts'
import { ada } from '#test/support/people/people.ts'

import { uploadImage } from './images.ts'
import { openSanityApi } from './sanity-api.ts'

const { database, empty } = await testDatabase()
const { content, imageStorage, hosted, fakeSanity, ownImages } = await hostedContent(database)
const api = openSanityApi(fakeSanity.options)

const documentSchema = z.object({
  images: z.array(z.object({ asset: z.optional(z.object({ _ref: z.string() })) })),
})

imageStorageContract('with a hosted content store', async () => imageStorage)

describe('the images of a campaign in the hosted store', () => {
  let bytes: Uint8Array
  let id: string
  beforeEach(async () => {
    await empty()
    fakeSanity.reset()
    const drawn = sharp({ create: { width: 800, height: 600, channels: 3, background: '#0f5132' } })
    bytes = new Uint8Array(await drawn.webp().toBuffer())
    id = createHash('sha256').update(bytes).digest('hex')
    await ownImages.delete(id)
  })

  const insert = () =>
    content.insertCampaign(
      newCampaignBy(ada, { images: [{ id, width: 800, height: 600, alt: 'A field' }] }),
    )
  const sent = () =>
    fakeSanity.requests.filter(({ path }) => path.includes('/assets/')).map(({ path }) => path)
  const assetRefs = (campaignId: string) => {
    const { images } = z.parse(documentSchema, fakeSanity.documents.get(`campaign.${campaignId}`))
    return images.map(({ asset }) => asset?._ref)
  }

  it('are sent to Sanity after the approval, once, and stay in our own storage', async () => {
    await imageStorage.write(id, bytes)
    const { id: campaignId, images } = await insert()
    expect(images).toEqual([{ id, width: 800, height: 600, alt: 'A field' }])
    expect(await hosted.handOutImages()).toBe(0)
    expect(sent()).toEqual([])
    expect(assetRefs(campaignId)).toEqual([undefined])

    await content.changeCampaign(campaignId, { to: 'approved' })
    expect(await content.showsImage(id)).toBe(true)
    expect(await imageStorage.read(id)).toEqual(Buffer.from(bytes))
    expect(await hosted.handOutImages()).toBe(1)
    expect(await hosted.handOutImages()).toBe(0)
    expect(sent()).toHaveLength(1)
    expect(assetRefs(campaignId)).toEqual([
      expect.stringMatching(/^image-[0-9a-f]{40}-800x600-webp$/),
    ])
    expect(await content.findCampaign(campaignId)).toMatchObject({ images })
    expect(await ownImages.read(id)).toEqual(Buffer.from(bytes))
  })

  it('are sent again when the process ended between upload and document', async () => {
    await imageStorage.write(id, bytes)
    const { id: campaignId } = await insert()
    await content.changeCampaign(campaignId, { to: 'approved' })
    fakeSanity.failNext('/data/mutate/')
    await expect(hosted.handOutImages()).rejects.toThrow('status 500')
    expect(await hosted.handOutImages()).toBe(1)
    expect(sent()).toHaveLength(1)
    expect(assetRefs(campaignId)).toEqual([expect.stringContaining('image-')])
  })

  it('are sent again after an editor deleted the asset', async () => {
    await imageStorage.write(id, bytes)
    const { id: campaignId } = await insert()
    const assetId = await uploadImage(api, database, { id, bytes })
    expect(await api.mutate([{ delete: { id: assetId } }])).toBeUndefined()
    await content.changeCampaign(campaignId, { to: 'approved' })
    expect(await hosted.handOutImages()).toBe(1)
    expect(sent()).toHaveLength(2)
    expect(assetRefs(campaignId)).toEqual([assetId])
  })

  it('are reported when our own storage lacks one, and the others are sent', async () => {
    const missing = 'e'.repeat(64)
    await imageStorage.write(id, bytes)
    const images = [missing, id].map((each) => ({ id: each, width: 8, height: 6, alt: '' }))
    const { id: campaignId } = await content.insertCampaign(newCampaignBy(ada, { images }))
    await content.changeCampaign(campaignId, { to: 'approved' })
    await expect(hosted.handOutImages()).rejects.toThrow(`missing: campaign.${campaignId}`)
    expect(assetRefs(campaignId)).toEqual([undefined, expect.stringContaining('image-')])
  })

  it('are served in a width that Sanity makes if only Sanity has them, and stay there while they are used', async () => {
    await uploadImage(api, database, { id, bytes })
    await insert()
    const resized = await imageStorage.read(`${id}-320`)
    const facts = { format: 'webp', width: 320, height: 240 }
    expect(await sharp(resized).metadata()).toMatchObject(facts)
    const asset = fakeSanity.requests.at(-1)
    expect(asset?.path).toMatch(/^\/images\/fake1234\/production\/[0-9a-f]{40}-800x600\.webp$/)
    expect(Object.fromEntries(asset?.query ?? [])).toEqual({
      w: '320',
      q: '76',
      fit: 'max',
      fm: 'webp',
    })

    await imageStorage.delete(id)
    expect(await imageStorage.read(id)).toEqual(new Uint8Array(bytes))
  })
})
