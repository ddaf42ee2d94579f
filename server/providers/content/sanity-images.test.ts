import { createHash } from 'node:crypto'

import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'

import { imagesContract } from '#server/images/images.contract.ts'
import { newCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada } from '#test/people.ts'
import { openSanityTwin } from '#test/fakes/sanity.ts'

import { sanityContent } from './sanity.ts'

const { database } = await testDatabase()
const twin = await openSanityTwin()
afterAll(() => twin.close())
const { content, images } = sanityContent({ ...twin.options, database })

imagesContract('at the hosted store of content', async () => images)

it('shows a picture that a campaign refers to, in a width that the store makes, and keeps it while it is shown', async () => {
  const drawn = sharp({ create: { width: 800, height: 600, channels: 3, background: '#0f5132' } })
  const bytes = await drawn.webp().toBuffer()
  const id = createHash('sha256').update(bytes).digest('hex')
  await images.write(id, bytes)
  const picture = { id, width: 800, height: 600, alt: 'A field' }
  const { images: shown } = await content.insertCampaign(newCampaignBy(ada, { images: [picture] }))
  expect(shown).toEqual([picture])

  const made = await images.read(`${id}-320`)
  expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 })
  const asset = twin.asked.at(-1)
  expect(asset?.path).toMatch(/^\/images\/twin1234\/production\/[0-9a-f]{40}-800x600\.webp$/)
  expect(Object.fromEntries(asset?.query ?? [])).toEqual({
    w: '320',
    q: '76',
    fit: 'max',
    fm: 'webp',
  })

  await images.delete(id)
  expect(await images.read(id)).toEqual(new Uint8Array(bytes))
})
