import type { Page } from '@playwright/test'
import axe from 'axe-core'

type Violation = { id: string; at: string[] }

/** Accessibility violations of the current page, found by axe. */
export async function violations(page: Page): Promise<Violation[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  return page.evaluate<Violation[]>(`axe
    .run({ resultTypes: ['violations'] })
    .then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
    )`)
}

/** Pixels by which the page is wider than a window of 320 px. */
export async function beside320(page: Page): Promise<number> {
  await page.setViewportSize({ width: 320, height: 640 })
  // Components that follow the width of the window are drawn one frame later.
  await page.evaluate(
    'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
  )
  return page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
}
