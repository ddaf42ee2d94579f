import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Violation = { id: string; at: string[] }

/** What axe finds wrong with the page as it stands. */
export async function violations(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  return page.evaluate<Violation[]>(`axe
    .run({ resultTypes: ['violations'] })
    .then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
    )`)
}

/** How many pixels of the page lie beside a window of 320. */
export async function beside320(page: Page): Promise<number> {
  await page.setViewportSize({ width: 320, height: 640 })
  return page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
}
