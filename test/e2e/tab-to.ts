import { expect, type Page } from '@playwright/test'

/** Presses Tab until the named control has the focus, and expects a visible outline. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const control = page
    .getByRole('link', { name, exact: true })
    .or(page.getByRole('button', { name, exact: true }))
    .or(page.getByLabel(name, { exact: true }))
  const named = control.and(page.locator(':focus'))
  // The key pressed before may still be opening another page.
  await control.filter({ visible: true }).first().waitFor()
  await page.waitForLoadState('load')
  for (let presses = 0; presses < 60 && (await named.count()) === 0; presses += 1)
    await page.keyboard.press('Tab')
  await expect(named).toBeFocused()
  const outline = await page.evaluate<string>(
    'getComputedStyle(document.activeElement).outlineStyle',
  )
  expect(outline, `${String(name)} shows its focus`).not.toBe('none')
}
