import { expect, type Page } from '@playwright/test'

/** Goes on by Tab until the control of that name has the focus, and expects to see that it has. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const control = page
    .getByRole('link', { name, exact: true })
    .or(page.getByRole('button', { name, exact: true }))
    .or(page.getByLabel(name, { exact: true }))
  const named = control.and(page.locator(':focus'))
  // What was pressed before may lead to another page, in its own time.
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
