import type { Page } from '@playwright/test'

import { publicCampaign, signIn } from './steps.ts'
import { expect, test } from './story.ts'

const phone = { width: 360, height: 740 }

/** Buttons, links and fields that stand alone and are smaller than 44 × 44 px. A label counts as part of its field. */
const smallTargets = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap((element) => {
  const { width, height } = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  if (width <= 1 || height <= 1 || style.visibility === 'hidden' || element.closest('[inert]')) return []
  const around = element.closest('label') ?? element.labels?.[0]
  const sizes = [element, around].flatMap((each) => each ? [each.getBoundingClientRect()] : [])
  // The whole card leads to where its button leads.
  const covers = element.tagName === 'A' && getComputedStyle(element, '::after').position === 'absolute'
  const isOnCard = element.closest('article')?.querySelector('h3 a') !== null && element.closest('article') !== null
  const isInText = style.display.startsWith('inline') && element.closest('p, li, dd, td, small, h1, h2, h3') !== null && !['INPUT', 'BUTTON'].includes(element.tagName)
  if (covers || isOnCard || isInText || sizes.some(({ width, height }) => width >= 43.5 && height >= 43.5)) return []
  return [(element.textContent.trim() || element.getAttribute('aria-label') || element.name) + ' ' + Math.round(width) + ' × ' + Math.round(height)]
})`

/** Marks buttons, and links that look like them, which are seen only by their background. */
const markFilled = `for (const element of document.querySelectorAll('button, a[href], summary')) {
  const { backgroundColor, paddingLeft } = getComputedStyle(element)
  const isFilled = !/, 0\\)$|transparent/.test(backgroundColor) && parseFloat(paddingLeft) >= 8
  if (isFilled && element.checkVisibility()) element.dataset.filled = ''
}`
/** The marked ones without a border, which forced colours would draw in a system colour. */
const shapeless = `[...document.querySelectorAll('[data-filled]')].flatMap((element) => {
  const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(element)
  const isHidden = element.getBoundingClientRect().bottom <= 0
  return isHidden || outlineStyle !== 'none' || borderTopStyle !== 'none' && parseFloat(borderTopWidth) >= 1 ? [] : [element.textContent.trim()]
})`

async function openCampaign(page: Page) {
  await page.goto((await publicCampaign(page)).address)
}

async function openDonatePage(page: Page) {
  await openCampaign(page)
  await page.getByRole('link', { name: 'Donate', exact: true }).first().click()
  await expect(page).toHaveURL(/\/donate$/)
}

const publicPages = ['/', '/campaigns', '/login', '/signup', '/help', '/fees']
const memberPages = ['/dashboard/overview', '/dashboard/campaigns', '/dashboard/transactions']

test('targets on phones are at least 44 by 44 px', async ({ ajo, person }) => {
  const page = await person({ viewport: phone })
  const found: Record<string, string[]> = {}
  const measure = async () => {
    const small = await page.evaluate<string[]>(smallTargets)
    if (small.length > 0) found[new URL(page.url()).pathname] = small
  }
  for (const path of publicPages) {
    await page.goto(path)
    await measure()
  }
  await openCampaign(page)
  await measure()
  await openDonatePage(page)
  await measure()
  await signIn(page, ajo, 'owner')
  for (const path of memberPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await measure()
  }
  expect(found).toEqual({})
})

test('buttons keep their shape in forced colours', { tag: '@long' }, async ({ person }) => {
  const page = await person({ viewport: phone })
  const listShapeless = async () => {
    await page.emulateMedia({ forcedColors: 'none' })
    await page.evaluate(markFilled)
    expect(await page.locator('[data-filled]').count(), page.url()).toBeGreaterThan(0)
    await page.emulateMedia({ forcedColors: 'active' })
    return page.evaluate<string[]>(shapeless)
  }
  for (const path of publicPages) {
    await page.goto(path)
    expect(await listShapeless(), path).toEqual([])
  }
  await openCampaign(page)
  expect(await listShapeless()).toEqual([])
  await openDonatePage(page)
  expect(await listShapeless()).toEqual([])
})

test('a campaign on a phone has its Donate button before the story, and on paper its address', async ({
  person,
}) => {
  const page = await person({ viewport: phone })
  await openCampaign(page)
  const order = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main a[href], main button')].filter((each) => each.checkVisibility() && each.tabIndex >= 0).map((each) => each.textContent.trim())`,
  )
  expect(order.slice(0, 4)).toContain('Donate')
  const main = page.getByRole('main')
  await expect(main.getByText(page.url())).toBeHidden()
  await page.emulateMedia({ media: 'print' })
  await expect(main.getByText(page.url())).toBeVisible()
  for (const name of ['Donate', 'Every donation and refund', 'Report this campaign'])
    await expect(main.getByRole('link', { name, exact: true })).toHaveCount(0)
})
