import { expect, type Locator, type Page } from '@playwright/test'

/** The toast with this text. */
export const getToast = (page: Page, text: string): Locator =>
  page.getByLabel('Notifications').getByText(text, { exact: true })

/** Waits for a toast and closes it, so that it does not stand for the next one. */
export async function expectToast(page: Page, text: string) {
  await expect(getToast(page, text)).toBeVisible()
  await dismissToasts(page)
}

export async function dismissToasts(page: Page) {
  const dismiss = page.getByLabel('Notifications').getByRole('button', { name: 'Dismiss' })
  // One may leave by itself before it is pressed.
  while ((await dismiss.count()) > 0)
    await dismiss
      .first()
      .click({ timeout: 1_000 })
      .catch(() => undefined)
}

/** The message under the field with this label. */
export async function expectMessage(page: Page, label: string, message: string) {
  const field = page.getByLabel(label, { exact: true })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const id = `${await field.getAttribute('id')}-error`
  await expect(field).toHaveAttribute('aria-describedby', new RegExp(`(^| )${id}$`))
  await expect(page.locator(`[id="${id}"]`)).toHaveText(message)
}

/** The messages under all invalid fields, from top to bottom. */
export async function readMessages(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('[aria-invalid=true]')]
    .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((field) => document.getElementById(field.id + '-error')?.innerText.trim() ?? '')`)
}

/** The fields stand in this order, with others between them. */
export async function expectOrder(part: Locator, names: readonly string[]) {
  const fields = await part.locator('[name]').all()
  const found = await Promise.all(fields.map((field) => field.getAttribute('name')))
  expect(found.filter((name) => names.includes(name ?? ''))).toEqual(names)
}

/** The links, from first to last, with their addresses. */
export async function expectLinks(links: Locator, addresses: Record<string, string>) {
  await expect(links).toHaveText(Object.keys(addresses))
  for (const [index, address] of Object.values(addresses).entries())
    await expect(links.nth(index)).toHaveAttribute('href', address)
}

/** Fills fields by their labels. An array is the label of an option. */
export async function fill(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

type Styles = { getComputedStyle: (node: unknown) => { color: string } }

/** The hue of an element's text colour, from -180 to 180 degrees. Red is 0, yellow 60, green 120. Greys and near-greys have none. */
export async function readHue(element: Locator): Promise<number> {
  const colour = await element.evaluate(
    (node) => (globalThis as unknown as Styles).getComputedStyle(node).color,
  )
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  if (Math.max(red, green, blue) - Math.min(red, green, blue) < 64) return Number.NaN
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

/** The browser is online again afterwards, also for the rows after one that failed. */
export async function whileOffline(page: Page, check: () => Promise<void>) {
  await page.context().setOffline(true)
  try {
    await check()
  } finally {
    await page.context().setOffline(false)
  }
}
