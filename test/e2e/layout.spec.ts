import type { Locator } from '@playwright/test'

import { logIn, publicCampaign, signIn } from './steps.ts'
import { sampleTitle } from './story-campaign.ts'
import { expect, test } from './story.ts'

const getBox = async (part: Locator) => {
  await part.waitFor()
  return (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
}

test('layout, toasts and sidebar have the sizes of the specification', async ({ ajo, person }) => {
  const page = await person({ reducedMotion: 'reduce' })

  await test.step('the form has 60 % of the width, the panel 40 % on large screens only', async () => {
    await page.goto('/login')
    const panel = page.getByRole('complementary')
    expect((await getBox(panel)).width).toBeCloseTo(1280 * 0.4, 0)
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(panel).toBeHidden()
  })
  await test.step('the submit button is as wide as its form', async () => {
    const form = await getBox(page.locator('main form'))
    const submit = await getBox(page.getByRole('button', { name: 'Proceed' }))
    expect(submit.width).toBeCloseTo(form.width, 0)
  })
  await test.step('three toasts at most, 356 wide, 14 apart, at the top right', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await logIn(page, { email: 'nobody@example.org', password: 'no such password' })
    const toast = page.getByText('Username or password is incorrect.')
    const region = await getBox(page.getByLabel('Notifications').filter({ has: toast }))
    expect(region.width).toBe(356)
    expect(region.x + region.width).toBe(1280 - 16)
    expect(region.y).toBe(16)
    const gap = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('[popover]')).rowGap",
    )
    expect(gap).toBe('14px')
  })
  await test.step('the sidebar is 300 wide on large screens, 264 otherwise, and closed at 768', async () => {
    await signIn(page, ajo, 'owner')
    const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
    expect((await getBox(sidebar)).width).toBe(300)
    await page.setViewportSize({ width: 900, height: 800 })
    expect((await getBox(sidebar)).width).toBe(264)
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(sidebar).toBeHidden()
    await page.getByRole('button', { name: 'Open menu' }).click()
    expect((await getBox(sidebar)).width).toBe(264)
  })
})

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
