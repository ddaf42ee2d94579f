import type { Page } from '@playwright/test'

import { signIn } from './steps.ts'
import { expect, test } from './story.ts'

const header = (page: Page) => page.getByRole('banner')

test('a public page shows who is logged in, and no longer after a log-out and a step back', async ({
  ajo,
  person,
}) => {
  const page = await person()
  await signIn(page, ajo, 'donor')
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })

  await page.goto('/campaigns?utm_source=mail')
  const toDashboard = header(page).getByRole('link', { name: 'Dashboard' })
  await expect(toDashboard).toBeVisible()
  await page.getByRole('article').first().getByRole('link').first().click()
  await expect(page).toHaveURL(/\/c\//)
  await expect(toDashboard).toBeVisible()
  await expect(page.getByRole('link', { name: /@/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Follow this campaign' })).toBeVisible()

  await page.goto('/dashboard/overview')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(header(page).getByRole('link', { name: 'Log in' })).toBeVisible()
  for (let step = 0; step < 4; step++) {
    // A page of the dashboard leads elsewhere while it loads, because the person is logged out.
    await page.goBack({ waitUntil: 'commit' })
    await page.waitForLoadState('networkidle')
    if (new URL(page.url()).pathname.startsWith('/c/')) break
  }
  await expect(page).toHaveURL(/\/c\//)
  await expect(header(page).getByRole('link', { name: 'Log in' })).toBeVisible()
  await expect(toDashboard).toHaveCount(0)
  await expect(page.getByRole('link', { name: /@/ })).toHaveCount(0)
  expect(problems).toEqual([])
})

test('a person who is logged in reaches the dashboard without script', async ({ ajo, person }) => {
  const page = await person({ javaScriptEnabled: false })
  await signIn(page, ajo, 'donor')
  await page.goto('/')
  await header(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/dashboard\/overview$/)
})
