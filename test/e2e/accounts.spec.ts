import { randomUUID } from 'node:crypto'

import type { Page } from '@playwright/test'

import { logIn, openNewestMail } from './steps.ts'
import { expect, test } from './story.ts'

test('from a forgotten password to a new login', async ({ ajo, person }) => {
  const page = await person()
  const donor = ajo.person('donor')
  const password = `a fresh start ${randomUUID()}`

  await test.step('asks for a link, of which an unknown address would hear the same', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot Password?' }).click()
    await page.getByLabel('Email').fill(donor.email)
    await page.getByRole('button', { name: 'Recover Password' }).click()
    await expect(page).toHaveURL(/\/reset-password-confirm$/)
    await expect(page.getByText('Check your email for the password reset link!')).toBeVisible()
  })
  await test.step('follows the link of the mail', async () => {
    await openNewestMail(page, donor.email, /Reset your password/)
    // As from a mail program: not by a link of our own pages.
    await page.goto(
      (await page.getByRole('link', { name: /handle-action/ }).getAttribute('href')) ?? '',
    )
    await expect(page).toHaveURL(/\/reset-password\?oobCode=/)
  })
  await test.step('is told what is wrong with the new password, and sets a better one', async () => {
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
  await test.step('the old password is worth nothing, the new one opens the door', async () => {
    await logIn(page, donor)
    await expect(page.getByText('Username or password is incorrect.')).toBeVisible()
    await logIn(page, { email: donor.email, password })
    await expect(page).toHaveURL(/\/dashboard\/overview$/)
  })
  await test.step('the link works no second time; the password goes back to what it was', async () => {
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
