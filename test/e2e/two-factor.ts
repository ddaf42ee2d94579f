import { expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

async function openSecurity(page: Page) {
  await page.goto('/dashboard/settings')
  await page.getByRole('tab', { name: 'Security' }).click()
}

/** Returns the recovery codes. An app code works once, and the next one would take up to 30 seconds. */
export async function turnOnTwoFactor(page: Page, password: string): Promise<string[]> {
  await openSecurity(page)
  const section = page.getByRole('region', { name: 'Two-step verification' })
  await section.getByRole('button', { name: 'Turn on' }).click()
  await section.getByLabel('Current Password').fill(password)
  await section.getByRole('button', { name: 'Continue' }).click()
  const secret = (await section.locator('code').innerText()).replaceAll(/\s/g, '')
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  await section.getByLabel('6-digit code').fill(totp.generate())
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('Your recovery codes')).toBeVisible()
  const codes = await section.getByRole('listitem').allInnerTexts()
  await section.getByRole('button', { name: 'I’ve saved them' }).click()
  return codes
}

/** Ends the session. */
export async function turnOffTwoFactor(
  page: Page,
  { password, code }: { password: string; code: string },
) {
  await openSecurity(page)
  await page.getByRole('button', { name: 'Turn off' }).click()
  const form = page.getByRole('region', { name: 'Two-step verification' })
  await form.getByLabel('Current Password').fill(password)
  await form.getByLabel('6-digit code (or a recovery code)').fill(code)
  await form.getByRole('button', { name: 'Turn off' }).click()
}
