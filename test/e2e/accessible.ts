import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** What axe finds wrong with the page as it stands. */
export async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return found.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))
}

/** How many pixels of the page lie beside a window of 320. */
export async function beside320(page: Page): Promise<number> {
  await page.setViewportSize({ width: 320, height: 640 })
  return page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
}
