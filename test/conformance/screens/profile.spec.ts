import type { Page } from '@playwright/test'

import { openFromOverview, signIn } from '../../e2e/steps.ts'
import { expectOrder } from '../screen.ts'
import { expect, test } from '../walk.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

test('the profile shows the person and their campaigns', async ({ row, person, ajo }) => {
  const page = await person()
  await signIn(page, ajo, 'owner')
  const main = page.getByRole('main')
  const lists = /\/api\/account\/campaigns/
  await row('2.105', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(lists, async (route) => {
      await promise
      await route.continue()
    })
    await openFromOverview(page, '/dashboard/profile')
    await expect(page.getByTestId('skeleton-card')).toHaveCount(3)
    resolve()
    await expect(page.getByTestId('skeleton-card')).toHaveCount(0)
    await page.unroute(lists)
  })
  await page.goto('/dashboard/profile')
  await row('2.99', async () => {
    await expect(title(page)).toHaveText('Ngozi Eze')
    await expect(main.getByText('@ngozi.eze', { exact: true })).toBeVisible()
  })
  await row('2.100', async () => {
    // Sample accounts are 120 days old.
    await expect(main.getByText(/^~ (3|4) months on the product$/)).toBeVisible()
  })
  await row('2.102', async () => {
    const edit = main.getByRole('link', { name: 'Edit Profile' })
    await expect(edit).toHaveAttribute('href', '/dashboard/settings')
  })
  await row('2.103', async () => {
    await expect(main.getByRole('tab')).toHaveText(['All', 'Approved', 'Pending', 'Rejected'])
    await tab(page, 'Pending').click()
    await page.reload()
    await expect(tab(page, 'Pending')).toHaveAttribute('aria-selected', 'true')
    await tab(page, 'All').click()
  })
  await row('2.104', async () => {
    const answer = await page.request.get('/api/account/campaigns?status=approved')
    const { campaigns } = (await answer.json()) as {
      campaigns: { id: string; title: string; description: string; goal: number; raised: number }[]
    }
    const [campaign] = campaigns
    const card = main.getByRole('article').filter({ hasText: campaign?.id ?? 'none' })
    await tab(page, 'Approved').click()
    await expect(card.getByRole('heading')).toHaveText(campaign?.title ?? '')
    await expect(card).toContainText(campaign?.description.slice(0, 40) ?? '')
    await expect(card).toContainText(`of ${toNaira(campaign?.goal)}`)
    await expect(card.getByRole('strong')).toHaveText(toNaira(campaign?.raised))
    await expect(card).toContainText(/Expires in \d+ days|Campaign Expired|No end date/)
    await expect(card.getByRole('presentation').or(card.locator('img')).first()).toBeVisible()
  })
  await row('2.106', async () => {
    const other = await person()
    await signIn(other, ajo, 'admin')
    await other.goto('/dashboard/profile')
    for (const [name, message] of [
      ['All', 'No campaign'],
      ['Approved', 'No approved campaign'],
      ['Pending', 'No pending campaign'],
      ['Rejected', 'No rejected campaign'],
    ] as const) {
      await tab(other, name).click()
      await expect(other.getByText(message, { exact: true })).toBeVisible()
    }
  })
})

test('the settings have three tabs', async ({ row, person, ajo }) => {
  const page = await person()
  await signIn(page, ajo, 'owner')
  await page.goto('/dashboard/settings')
  const main = page.getByRole('main')
  await row('2.94', async () => {
    await expect(main.getByRole('tab')).toHaveText(['Edit Profile', 'Security', 'Feedback'])
    await tab(page, 'Security').click()
    await page.reload()
    await expect(tab(page, 'Security')).toHaveAttribute('aria-selected', 'true')
  })
  await tab(page, 'Edit Profile').click()
  await row('2.95', async () => {
    await expect(page.getByLabel('First Name')).toHaveValue('Ngozi')
    await expect(page.getByLabel('Last Name')).toHaveValue('Eze')
    await expect(page.getByLabel('Email')).toHaveValue('owner@ajo.example')
    await expectOrder(page.locator('main form'), ['firstname', 'lastname', 'email'])
    for (const name of ['Okoro', 'Eze']) {
      await page.getByLabel('Last Name').fill(name)
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await saved
      await page.reload()
      await expect(page.getByLabel('Last Name')).toHaveValue(name)
    }
  })
  await tab(page, 'Security').click()
  await row('2.96', async () => {
    for (const name of ['Current Password', 'New Password', 'Confirm Password'])
      await expect(page.getByLabel(name, { exact: true }).first()).toHaveAttribute(
        'type',
        'password',
      )
    await expectOrder(main.getByRole('tabpanel').locator('form').first(), [
      'currentPassword',
      'password',
      'confirmPassword',
    ])
  })
  await tab(page, 'Feedback').click()
  await row('2.97', async () => {
    await expect(main.getByRole('heading', { name: 'Send us your feedback' })).toBeVisible()
    const text = main.locator('textarea')
    await text.fill('Feedback of a conformance test')
    const sent = page.waitForResponse('**/api/feedback')
    await main.getByRole('button', { name: 'Submit' }).click()
    expect((await sent).request().postData()).toContain('Feedback of a conformance test')
    await expect(text).toHaveValue('')
  })
})

function toNaira(kobo = 0): string {
  return `₦${(kobo / 100).toLocaleString('en-NG', { minimumFractionDigits: 2 })}`
}
