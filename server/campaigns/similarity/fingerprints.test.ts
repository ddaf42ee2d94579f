import { describe, expect, it } from 'vitest'
import sharp from 'sharp'

import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { openCampaignApp } from '#test/support/campaigns/campaign-app.ts'
import { newCampaignBy } from '#test/support/campaigns/campaigns.ts'
import { ada, bola } from '#test/support/people/people.ts'

import { openFingerprints, type FingerprintedCampaign, toTextFingerprint } from './comparisons.ts'

const { database } = await freshDatabase()
const { images } = await openCampaignApp(database)
const fingerprints = openFingerprints(database)

const story =
  'The old borehole has been dry since March, and four hundred families walk three kilometres to the river for water ' +
  'that makes their children ill. We have found a driller who will reach the second layer, and a mechanic of the village ' +
  'who will look after the pump for two years. Every receipt will be published beside the campaign for everybody to read.'
const otherStory =
  'My sister needs an operation of her heart that the hospital in Lagos can do this spring. The doctors have given us a ' +
  'date, and the family has sold the car and asked everybody we know. What is missing is half of what the surgeon asks, ' +
  'and the medicine that she has to take for one year after it. She teaches mathematics to ninety girls in our town.'

const texts = { description: '', raiseMoneyFor: '', importance: '', impact: '' }
const campaign = (change: Partial<FingerprintedCampaign>): FingerprintedCampaign => {
  const { id } = newCampaignBy(ada)
  return { id, ...texts, images: [], ...change }
}
const saved = async (change: Partial<FingerprintedCampaign>) => {
  const one = campaign(change)
  await fingerprints.save(database, one)
  return one
}

describe('similar texts', () => {
  it('are found when half was copied with changed marks and case', async () => {
    const { id } = await saved({ description: story })
    await saved({ description: otherStory })
    const copy = campaign({
      description: `Please help us! ${story.toUpperCase().slice(0, 230)} We are the youth of Ekiti, and nobody else raises money for us here.`,
    })
    const [found, ...others] = await fingerprints.findSimilarTexts(copy)
    expect(found).toMatchObject({ campaignId: id })
    expect(found?.share).toBeGreaterThan(0.4)
    expect(others).toEqual([])
  })

  it('do not include texts on the same topic', async () => {
    await saved({ description: story })
    expect(await fingerprints.findSimilarTexts(campaign({ description: otherStory }))).toEqual([])
  })

  it('include neither the campaign itself nor its earlier text', async () => {
    const one = await saved({ description: story })
    expect(await fingerprints.findSimilarTexts(one)).toEqual([])
    await fingerprints.save(database, { ...one, description: otherStory })
    expect(await fingerprints.findSimilarTexts(campaign({ description: story }))).toEqual([])
  })

  it('have no fingerprint when they are short', () => {
    expect(toTextFingerprint('Clean water for four hundred families.')).toEqual([])
    expect(toTextFingerprint(story).length).toBe(48)
  })
})

/** Light and dark areas like in a photo, different for each seed. */
function createPhoto(seed: number) {
  const width = 900
  const height = 600
  const pixels = Buffer.alloc(width * height)
  for (let at = 0; at < pixels.length; at++) {
    const [x, y] = [(at % width) / width, Math.floor(at / width) / height]
    const wave = Math.sin(seed + x * (5 + seed)) * Math.cos(seed * 2 + y * (4 + seed))
    pixels[at] = 128 + Math.round(100 * wave)
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .jpeg({ quality: 92 })
    .toBuffer()
}

describe('similar images', () => {
  it('are found when another person uploads a smaller, coarser and darker copy', async () => {
    const original = await createPhoto(3)
    const first = await images.add(ada.uid, original)
    const { id } = await saved({ images: [first] })
    const copy = await sharp(original)
      .resize(500)
      .modulate({ brightness: 0.9 })
      .jpeg({ quality: 50 })
      .toBuffer()
    const second = await images.add(bola.uid, copy)
    expect(second.id).not.toBe(first.id)
    expect(await fingerprints.findSimilarImages(await saved({ images: [second] }))).toEqual([id])
  })

  it('include neither different nor plain images', async () => {
    const plain = await sharp({
      create: { width: 90, height: 60, channels: 3, background: '#a86' },
    })
      .png()
      .toBuffer()
    for (const file of [await createPhoto(3), plain])
      await saved({ images: [await images.add(ada.uid, file)] })
    for (const file of [await createPhoto(6), await sharp(plain).resize(30).png().toBuffer()]) {
      const image = await images.add(bola.uid, file)
      expect(await fingerprints.findSimilarImages(await saved({ images: [image] }))).toEqual([])
    }
  })
})
