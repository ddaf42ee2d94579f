import { beforeEach, describe, expect, it } from 'vitest'
import sharp from 'sharp'

import { openCampaignApp } from '#test/campaign-app.ts'
import { newCampaignBy } from '#test/campaigns.ts'
import { testDatabase } from '#test/database.ts'
import { ada, bola } from '#test/people.ts'

import { openFingerprints, type FingerprintedCampaign } from './fingerprints.ts'
import { toTextFingerprint } from './text-fingerprint.ts'

const { database, empty } = await testDatabase()
const { pictures } = await openCampaignApp(database)
const prints = openFingerprints(database)

beforeEach(empty)

const story =
  'The old borehole has been dry since March, and four hundred families walk three kilometres to the river for water ' +
  'that makes their children ill. We have found a driller who will reach the second layer, and a mechanic of the village ' +
  'who will look after the pump for two years. Every receipt will be published beside the campaign for everybody to read.'
const other =
  'My sister needs an operation of her heart that the hospital in Lagos can do this spring. The doctors have given us a ' +
  'date, and the family has sold the car and asked everybody we know. What is missing is half of what the surgeon asks, ' +
  'and the medicine that she has to take for one year after it. She teaches mathematics to ninety girls in our town.'

const texts = { description: '', raiseMoneyFor: '', importance: '', impact: '' }
const campaign = (change: Partial<FingerprintedCampaign>): FingerprintedCampaign => {
  const { id } = newCampaignBy(ada)
  return { id, ...texts, images: [], ...change }
}
const remembered = async (change: Partial<FingerprintedCampaign>) => {
  const one = campaign(change)
  await prints.save(database, one)
  return one
}

describe('texts', () => {
  it('are recognised when half of them was copied, with marks and capitals changed', async () => {
    const { id } = await remembered({ description: story })
    await remembered({ description: other })
    const copy = campaign({
      description: `Please help us! ${story.toUpperCase().slice(0, 230)} We are the youth of Ekiti, and nobody else raises money for us here.`,
    })
    const [found, ...others] = await prints.findSimilarTexts(copy)
    expect(found).toMatchObject({ campaignId: id })
    expect(found?.share).toBeGreaterThan(0.4)
    expect(others).toEqual([])
  })

  it('are not taken for one another because they are about the same', async () => {
    await remembered({ description: story })
    expect(await prints.findSimilarTexts(campaign({ description: other }))).toEqual([])
  })

  it('do not recognise themselves, nor what they were before they were changed', async () => {
    const one = await remembered({ description: story })
    expect(await prints.findSimilarTexts(one)).toEqual([])
    await prints.save(database, { ...one, description: other })
    expect(await prints.findSimilarTexts(campaign({ description: story }))).toEqual([])
  })

  it('say nothing when they are short', () => {
    expect(toTextFingerprint('Clean water for four hundred families.')).toEqual([])
    expect(toTextFingerprint(story).length).toBe(48)
  })
})

/** Light and dark places, as a photograph has them: others for another seed. */
function photograph(seed: number) {
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

describe('pictures', () => {
  it('are recognised made smaller, coarser and a little darker, whoever sent them', async () => {
    const original = await photograph(3)
    const first = await pictures.add(ada.uid, original)
    const { id } = await remembered({ images: [first] })
    const copy = await sharp(original)
      .resize(500)
      .modulate({ brightness: 0.9 })
      .jpeg({ quality: 50 })
      .toBuffer()
    const second = await pictures.add(bola.uid, copy)
    expect(second.id).not.toBe(first.id)
    expect(await prints.findSimilarImages(await remembered({ images: [second] }))).toEqual([id])
  })

  it('are told apart, and plain ones say nothing', async () => {
    const plain = await sharp({
      create: { width: 90, height: 60, channels: 3, background: '#a86' },
    })
      .png()
      .toBuffer()
    for (const file of [await photograph(3), plain])
      await remembered({ images: [await pictures.add(ada.uid, file)] })
    for (const file of [await photograph(6), await sharp(plain).resize(30).png().toBuffer()]) {
      const image = await pictures.add(bola.uid, file)
      expect(await prints.findSimilarImages(await remembered({ images: [image] }))).toEqual([])
    }
  })
})
