import type { Locator } from '@playwright/test'

import { publicCampaign } from './steps.ts'
import { sampleTitle } from './story-campaign.ts'
import { expect, test } from './story.ts'

const getBox = async (part: Locator) => {
  await part.waitFor()
  return (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

test('a table on a phone has rows of at most 72 pixels, which open without script', async ({
  person,
}) => {
  const page = await person({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  })
  const { address } = await publicCampaign(page, sampleTitle)
  await page.goto(`${address}/ledger`)
  const row = page.getByRole('row').filter({ hasText: 'Donation' }).first()
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 })
    expect((await getBox(row)).height).toBeLessThanOrEqual(72)
  }
  const place = row.locator('[data-label="No."]')
  await expect(place).toBeHidden()
  await page.getByText('Details', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(place).toBeVisible()
})

test('nothing moves under reduced motion', async ({ person }) => {
  const page = await person({ reducedMotion: 'reduce' })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Proceed' }).click()
  await page.goto('/')
  expect(await page.evaluate<number>(longestAnimation)).toBeLessThanOrEqual(0.001)
  const scrolling = 'getComputedStyle(document.documentElement).scrollBehavior'
  expect(await page.evaluate<string>(scrolling)).toBe('auto')
})

/** The longest transition or animation on the page, in seconds. */
const longestAnimation = `Math.max(...[...document.querySelectorAll('*')].flatMap((element) => {
  const { transitionDuration, animationDuration } = getComputedStyle(element)
  return [transitionDuration, animationDuration].flatMap((each) => each.split(', ').map(parseFloat))
}))`
