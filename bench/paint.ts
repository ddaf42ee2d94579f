import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'

import { findChromium } from '../scripts/chromium.ts'

/** In milliseconds after the navigation; `moved` is the cumulative layout shift. */
export type Paint = { first: number; largest: number; moved: number }

export async function openChromium(): Promise<Browser> {
  const executablePath = findChromium()
  return chromium.launch(executablePath ? { executablePath } : {})
}

/** A phone with a CPU four times slower, 1.6 Mbit/s and 150 ms. Undefined if nothing was painted. `prepare` may change what is loaded. */
export async function measurePaint(
  from: Browser,
  url: string,
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<Paint | undefined> {
  const context = await from.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const network = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await prepare(page)
  await page.addInitScript(observePaints)
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(700)
  const paint = await page.evaluate(() => {
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    return { first, ...(globalThis as unknown as { seen: Omit<Paint, 'first'> }).seen }
  })
  await context.close()
  const { first } = paint
  return first === undefined ? undefined : { ...paint, first }
}

/** Runs in the page. */
function observePaints() {
  const seen = { largest: 0, moved: 0 }
  Object.assign(globalThis, { seen })
  // The types of Node know no entries of documents.
  const observe = (type: string, add: (entry: { startTime: number; value?: number }) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) add(entry)
    }).observe({ type: type as 'mark', buffered: true })
  observe('largest-contentful-paint', ({ startTime }) => (seen.largest = startTime))
  observe('layout-shift', ({ value = 0 }) => (seen.moved += value))
}

/** In milliseconds: the longest task, what all tasks took beyond 50 ms each, and when the awaited element was there. */
export type Tasks = { longest: number; blocked: number; shown: number }

/** Loads a page with a CPU six times slower, until an element is there, and 4 seconds more for work that waits until nothing else is done. */
export async function measureTasks(
  context: BrowserContext,
  path: string,
  find: (page: Page) => Locator,
): Promise<Tasks> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.addInitScript(observeTasks)
  await page.goto(path, { waitUntil: 'commit' })
  await find(page).waitFor()
  const shown = await page.evaluate(() => performance.now())
  await page.waitForTimeout(4_000)
  const tasks = await page.evaluate(() => (globalThis as unknown as { tasks: number[] }).tasks)
  await page.close()
  const blocked = tasks.reduce((sum, duration) => sum + duration - 50, 0)
  return { longest: Math.max(0, ...tasks), blocked, shown }
}

/** Runs in the page. */
function observeTasks() {
  const tasks: number[] = []
  Object.assign(globalThis, { tasks })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask' as 'mark', buffered: true })
}
