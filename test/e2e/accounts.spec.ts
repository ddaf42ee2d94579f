import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { logIn, openNewestMail } from './steps.ts'
import { expect, test } from './story.ts'

test('resets a forgotten password and logs in', async ({ ajo, person }) => {
  const page = await person()
  const donor = ajo.person('donor')
  const password = `a fresh start ${randomUUID()}`

  await test.step('requests a reset link', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
    await page.getByLabel('Email').fill(donor.email)
    await page.getByRole('button', { name: 'Recover Password' }).click()
    await expect(page).toHaveURL(/\/reset-password-confirm$/)
    await expect(page.getByText('Check your email for the password reset link!')).toBeVisible()
  })
  await test.step('counts down, and then resends the link to the same address', async () => {
    const resend = page.getByRole('button', { name: 'Resend Link' })
    await expect(page.getByText(/^You can try again in \d+ seconds\.$/).last()).toBeVisible()
    await expect(resend).toBeDisabled()
    await page.clock.setFixedTime(Date.now() + 60_000)
    const resent = page.waitForRequest('**/api/account/reset')
    await resend.click()
    expect((await resent).postDataJSON()).toEqual({ email: donor.email })
  })
  await test.step('opens the link in the email', async () => {
    await openNewestMail(page, donor.email, /Reset your password/)
    // Like from a mail program, without a referrer of our pages.
    await page.goto(
      (await page.getByRole('link', { name: /handle-action/ }).getAttribute('href')) ?? '',
    )
    await expect(page).toHaveURL(/\/reset-password\?oobCode=/)
  })
  await test.step('shows validation errors and sets the new password', async () => {
    await setPassword(page, 'short', 'other')
    await expect(
      page.getByText('Password must be at least 8 characters long').first(),
    ).toBeVisible()
    await setPassword(page, password, `${password}!`)
    await expect(page.getByText('Password must match')).toBeVisible()
    await setPassword(page, password, password)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByText('Password reset successfully! You can now log in.')).toBeVisible()
  })
  await test.step('refuses the old password, accepts the new one and leads back to the last path', async () => {
    await page.goto('/dashboard/campaigns?category=Health')
    await page.getByRole('link', { name: 'Log in' }).first().click()
    await logIn(page, donor)
    await expect(page.getByText('Username or password is incorrect.').first()).toBeVisible()
    await logIn(page, { email: donor.email, password })
    await expect(page).toHaveURL(/\/dashboard\/campaigns\?category=Health$/)
    await page.goto('/signup')
    await expect(page).toHaveURL(/\/dashboard\/campaigns\?category=Health$/)
  })
  await test.step('refuses the used link, then restores the password', async () => {
    await openNewestMail(page, donor.email, /Reset your password/)
    await page.getByRole('link', { name: /handle-action/ }).click()
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
    await page.goto('/dashboard/settings')
    await page.getByRole('tab', { name: 'Security' }).click()
    await page.getByLabel('Current Password', { exact: true }).fill(password)
    await page.getByLabel('New Password', { exact: true }).fill(donor.password)
    await page.getByLabel('Confirm Password', { exact: true }).fill(donor.password)
    await page.getByRole('button', { name: 'Update Password' }).click()
    await expect(page.getByText('Password updated successfully!')).toBeVisible()
  })
})

async function setPassword(page: Page, first: string, second: string) {
  await page.getByLabel('New Password', { exact: true }).fill(first)
  await page.getByLabel('Confirm Password', { exact: true }).fill(second)
  await page.getByRole('button', { name: 'Proceed' }).click()
}

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
