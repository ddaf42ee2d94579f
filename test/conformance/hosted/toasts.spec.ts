import type { Locator } from '@playwright/test'

import { fill, press, getToast } from '../screen.ts'
import { expect, password, test } from './hosted.ts'

test('toasts stand at the top right, three at a time, for four seconds', async ({ row, owner }) => {
  const { page } = owner
  await page.clock.install()
  await page.goto('/dashboard/settings', { waitUntil: 'networkidle' })
  await page.clock.pauseAt(Date.now() + 60_000)
  const open = (tab: string) => page.getByRole('tab', { name: tab }).click()

  await open('Feedback')
  await fill(page, { 'Your feedback': 'The wizard is clear.' })
  await press(page, 'Submit')
  const first = getToast(page, 'Thank you! Your feedback was sent.')
  await first.waitFor()
  const region = page
    .getByLabel('Notifications')
    .filter({ hasText: 'Thank you! Your feedback was sent.' })
  await row('8.36', async () => {
    // They stay there while the page scrolls.
    await page.setViewportSize({ width: 1280, height: 400 })
    await page.evaluate('scrollTo(0, 150)')
    const box = await region.boundingBox()
    expect(box?.y).toBe(16)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1280 - 16)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await open('Edit Profile')
  await press(page, 'Save Changes')
  await getToast(page, 'Profile updated successfully!').waitFor()
  await fill(page, { Email: 'elsewhere@example.org' })
  await page.getByRole('textbox', { name: 'Current Password' }).fill(password)
  await press(page, 'Save Changes')
  await getToast(page, 'Open the link we emailed to elsewhere@example.org.').waitFor()
  const cards = page.getByLabel('Notifications').locator('> .card')
  await row('9.18', async () => {
    const boxes = await Promise.all((await cards.all()).map((card) => card.boundingBox()))
    const [upper, lower] = boxes
    expect(boxes.map((box) => box?.width)).toEqual([356, 356, 356])
    expect((lower?.y ?? 0) - (upper?.y ?? 0) - (upper?.height ?? 0)).toBe(14)
  })

  await open('Security')
  await fill(page, {
    'Current Password': password,
    'New Password': 'harmattan kite 12',
    'Confirm Password': 'harmattan kite 13',
  })
  await press(page, 'Update Password')
  const mismatch = 'New password and confirm password do not match'
  await page.getByRole('main').getByText('Password must match').waitFor()
  const fourth = cards.filter({ hasText: mismatch })
  await row('8.38', async () => {
    await expect(fourth).toBeVisible()
    await expect(cards).toHaveCount(3)
    await expect(first).toHaveCount(0)
  })
  await page.clock.runFor(10_000)
  await open('Feedback')
  await fill(page, { 'Your feedback': 'And quick.' })
  await press(page, 'Submit')
  await first.waitFor()
  const expectGoneAfter4Seconds = async (toast: Locator) => {
    await page.clock.runFor(3_999)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1)
    await expect(toast).toHaveCount(0)
  }
  await row('8.37', () => expectGoneAfter4Seconds(first))
  await open('Security')
  await press(page, 'Update Password')
  await fourth.waitFor()
  await row('8.37', () => expectGoneAfter4Seconds(fourth))
})

test('a submit button is as wide as its form, and shows that it works', async ({
  row,
  visitor: page,
}) => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  let sent = 0
  await page.route('**/api/session', async (route) => {
    sent++
    await held
    await route.continue()
  })
  await page.goto('/login', { waitUntil: 'networkidle' })
  const button = page.getByRole('button', { name: 'Proceed' })
  await fill(page, { Email: 'nobody@example.org', Password: password })
  sent = 0
  await button.click()
  await row('5.52', async () => {
    const [form, submit] = [
      await page.locator('main form').boundingBox(),
      await button.boundingBox(),
    ]
    expect(submit?.width).toBeCloseTo(form?.width ?? 0, 0)
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expect(button.locator('svg.animate-spin')).toBeVisible()
    await button.click({ force: true })
    await page.keyboard.press('Enter')
    expect(sent).toBe(1)
  })
  answer()
})
