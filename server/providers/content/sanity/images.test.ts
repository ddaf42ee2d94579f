import { createHash } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'

import { imageStorageContract } from '#server/images/image-storage.contract.ts'
import { newCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada } from '#test/people.ts'
import { openFakeSanity } from '#test/fakes/sanity.ts'

import { sanityContent } from './sanity-content.ts'

const { database } = await testDatabase()
const fake = await openFakeSanity()
afterAll(() => fake.close())
const { content, imageStorage } = sanityContent({ ...fake.options, database })

imageStorageContract('in the hosted content store', async () => imageStorage)

it('serves an image of a campaign in a width that Sanity makes, and keeps it while it is used', async () => {
  const drawn = sharp({ create: { width: 800, height: 600, channels: 3, background: '#0f5132' } })
  const bytes = await drawn.webp().toBuffer()
  const id = createHash('sha256').update(bytes).digest('hex')
  await imageStorage.write(id, bytes)
  const image = { id, width: 800, height: 600, alt: 'A field' }
  const { images: shown } = await content.insertCampaign(newCampaignBy(ada, { images: [image] }))
  expect(shown).toEqual([image])

  const resized = await imageStorage.read(`${id}-320`)
  expect(await sharp(resized).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })
  const asset = fake.requests.at(-1)
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
