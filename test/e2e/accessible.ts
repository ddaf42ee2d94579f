import { setTimeout as pause } from 'node:timers/promises'

import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'

type Violation = { id: string; at: string[] }

/**
 * Accessibility violations of the current page, found by axe, of all rules or of these only. Those that end when colours or the sidebar
 * have changed do not count.
 */
export function violations(page: Page, runOnly?: readonly string[]): Promise<Violation[]> {
  return settle(
    () => findViolations(page, runOnly),
    (found) => found.length === 0,
  )
}

async function findViolations(page: Page, runOnly?: readonly string[]) {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const options = JSON.stringify({ resultTypes: ['violations'], runOnly })
  return page.evaluate<Violation[]>(`axe
    .run(${options})
    .then(({ violations }) =>
      violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) })),
    )`)
}

/** Pixels by which the page is wider than a window of 320 px, once components that follow the width of the window are drawn. */
export async function beside320(page: Page): Promise<number> {
  await page.setViewportSize({ width: 320, height: 640 })
  return settle(
    async () => {
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      )
      return page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
    },
    (width) => width <= 0,
  )
}

/** The page has no violation in light and dark, which differ in colours only, and no part beside 320 px. Afterwards the window has its size again. */
export async function expectGood(page: Page, place: string): Promise<void> {
  const size = page.viewportSize()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect.soft(await violations(page, ['color-contrast']), `${place}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect.soft(await violations(page), `${place}, light`).toEqual([])
  expect.soft(await beside320(page), place).toBeLessThanOrEqual(0)
  if (size) await page.setViewportSize(size)
}

/** As `expectGood`, in Pidgin and then in English, whose words are shorter. */
export async function expectGoodInBoth(page: Page, address: string): Promise<void> {
  await page.goto(address)
  for (const language of ['pcm', 'en']) {
    await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
    await page.goto(address)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expectGood(page, `${address} in ${language}`)
  }
}

/** A busy machine draws a change of the page some seconds later. */
const settledAfterMs = 15_000

/** Asks until the answer is good. The last answer stays, so that a real fault is reported. */
async function settle<Answer>(
  ask: () => Promise<Answer>,
  isGood: (answer: Answer) => boolean,
): Promise<Answer> {
  const deadline = Date.now() + settledAfterMs
  for (;;) {
    const answer = await ask()
    if (isGood(answer) || Date.now() > deadline) return answer
    await pause(200)
  }
}
