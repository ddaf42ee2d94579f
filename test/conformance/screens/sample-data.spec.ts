import type { Page } from '@playwright/test'

import { signIn } from '../../e2e/steps.ts'
import { readHue } from '../screen.ts'
import { expect, test } from '../walk.ts'

test('an organiser reads the status of donations in words and colours', async ({
  row,
  ajo,
  person,
}) => {
  const page = await person()
  await signIn(page, ajo, 'owner')

  await row('9.11', async () => {
    const ongoing = page.getByRole('region', { name: 'On-going Campaigns' })
    await expect(ongoing.getByRole('listitem')).toHaveCount(3)
  })
  await row('9.13', async () => {
    const sidebar = page.getByRole('navigation', { name: 'Dashboard' })
    await page.setViewportSize({ width: 769, height: 800 })
    await expect(sidebar).toBeVisible()
    await page.setViewportSize({ width: 768, height: 800 })
    await expect(sidebar).toBeHidden()
    await page.setViewportSize({ width: 1280, height: 800 })
  })
  await row('4.14', async () => {
    for (const [name, from, to] of [
      ['success', 90, 170],
      ['failed', -15, 15],
      ['abandoned', 30, 65],
    ] as const) {
      await openTransactionsWith(page, name)
      const badge = page.getByRole('row').getByText(name, { exact: true }).first()
      await badge.waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const hue = await readHue(badge)
        expect(hue, `${name}, ${colorScheme}`).toBeGreaterThan(from)
        expect(hue, `${name}, ${colorScheme}`).toBeLessThan(to)
      }
    }
  })
})

/** Opens the first page of the list that has a donation of this status. */
async function openTransactionsWith(page: Page, status: string) {
  let query = 'tab=received'
  for (;;) {
    const response = await page.request.get(`/api/transactions?${query}`)
    const list = (await response.json()) as {
      donations: { status: string }[]
      next: string | null
    }
    if (list.donations.some((donation) => donation.status === status)) break
    if (list.next === null) throw new Error(`no donation is ${status}`)
    query = `tab=received&after=${encodeURIComponent(list.next)}`
  }
  await page.goto(`/dashboard/transactions?${query}`)
}
