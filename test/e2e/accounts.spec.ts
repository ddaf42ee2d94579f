import { logIn } from './steps.ts'
import { expect, test } from './story.ts'

test('a visitor of the dashboard who creates a campaign logs in and arrives at the wizard', async ({
  ajo,
  person,
}) => {
  const page = await person()
  await page.goto('/dashboard/campaigns', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Create Campaign' }).first().click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/campaigns')
  await logIn(page, ajo.person('owner'))
  await expect(page).toHaveURL(/\/dashboard\/campaigns\/create$/)
})
