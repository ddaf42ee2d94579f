import type { Page } from '@playwright/test'

import { publicCampaign, signIn } from './steps.ts'
import { expect, test } from './story.ts'

/** Holds all scripts but the first one until the function that it returns is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/assets\/(?!start-[\w-]{8}\.js$).*\.js$/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** On a busy machine the server sends a shell, which has no buttons, and a page whose scripts are held does not load completely. */
async function openWithData(page: Page, path: string, button: string) {
  await expect(async () => {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('button', { name: button })).toBeVisible({ timeout: 3_000 })
    await page.waitForLoadState('load', { timeout: 3_000 })
  }).toPass()
}

test('a button of the dashboard that is pressed before its script arrives does once what it says', async ({
  ajo,
  person,
}) => {
  const page = await person()
  await signIn(page, ajo, 'donor')
  const release = await holdScripts(page)
  await openWithData(page, '/dashboard/overview', 'Close menu')
  await page.getByRole('button', { name: 'Close menu' }).click()
  await page.getByRole('button', { name: 'Close menu' }).click()
  release()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible()

  const releaseAgain = await holdScripts(page)
  await openWithData(page, '/dashboard/overview', 'Log out')
  await page.getByRole('button', { name: 'Log out' }).click()
  releaseAgain()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
})

test('a button of a public page that is pressed before its script arrives does what it says', async ({
  person,
}) => {
  const page = await person()
  const { slug } = await publicCampaign(page)
  const release = await holdScripts(page)
  await openWithData(page, `/c/${slug}/donate`, '₦5,000')
  await page.getByRole('button', { name: '₦5,000' }).click()
  release()
  await expect(page.getByLabel('Amount', { exact: false }).first()).toHaveValue(/5,?000/)
})
