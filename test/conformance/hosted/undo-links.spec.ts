import type { Page } from '@playwright/test'

import { expect, password, test } from './hosted.ts'

const widths = [360, 1440]

/** Opens the link, and looks at both widths that nothing reaches beyond the screen. */
async function openAtBothWidths(page: Page, path: string, title: string) {
  await page.goto(path)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    const scrolled = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(scrolled).toBeLessThanOrEqual(width)
  }
}

/** The page says so, and still does when the link was looked at again. */
async function expectDone(page: Page) {
  const done = page.getByRole('heading', { name: 'Your account is yours again' })
  await expect(done).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(done).toBeVisible()
}

test('Google’s link takes an address back by its button, once', async ({
  owner,
  hosted,
  newPage,
}) => {
  const { page, email } = owner
  const { edge, url } = hosted
  const moved = `moved-${email}`
  const headers = { origin: url }
  const data = { firstname: 'Ada', lastname: 'Obi', email: moved, currentPassword: password }
  expect((await page.request.patch('/api/account', { data, headers })).status()).toBe(200)
  const code = edge.codeMailedTo(moved)
  const applied = await page.request.post('/api/account/email/apply', { data: { code }, headers })
  expect(applied.status()).toBe(204)

  const undo = edge.google.mailed.findLast((each) => each.email === email)
  const path = `/handle-action?mode=recoverEmail&oobCode=${undo?.oobCode}`
  const reader = await newPage()
  await openAtBothWidths(reader, path, 'Take back your email address')
  await expect(reader.getByText(`changed to ${moved}. You can go back to ${email}.`)).toBeVisible()
  await reader.getByRole('button', { name: 'Take back my address' }).click()
  await expectDone(reader)
  expect([...edge.google.accounts.values()].some((account) => account.email === email)).toBe(true)
  const session = await page.request.get('/api/session')
  expect(await session.json()).toMatchObject({ account: null })

  await reader.goto(path)
  await expect(reader.getByText('This link is no longer valid.')).toBeVisible()
  await reader.getByRole('link', { name: 'Log in' }).click()
  await expect(reader).toHaveURL(/\/login/)
})

test('Google’s link turns two-step verification off by its button', async ({
  owner,
  hosted,
  newPage,
}) => {
  const { email } = owner
  const code = hosted.edge.google.turnTwoFactorOn(email)
  const reader = await newPage()
  const path = `/handle-action?mode=revertSecondFactorAddition&oobCode=${code}`
  await openAtBothWidths(reader, path, 'Turn off two-step verification')
  await reader.getByRole('button', { name: 'Turn it off' }).click()
  await expectDone(reader)
})
