// First paints in Chromium with and without `rel=expect`, alternating: node bench/first-paint.ts. Phone, CPU four times slower, 1.6 Mbit/s
// with 150 ms. Counts the loads that never painted.
import { chromium, type Page, type Route } from '@playwright/test'

import { startAjo } from '#test/e2e/ajo.ts'

import { findChromium } from '../scripts/chromium.ts'
import { median } from './rates.ts'

const runs = Number(process.env['BENCH_RUNS'] ?? 25)
const kinds = ['with', 'without'] as const
type Kind = (typeof kinds)[number]

await using ajo = await startAjo({ env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
const executablePath = findChromium()
const browser = await chromium.launch(executablePath ? { executablePath } : {})
const response = await fetch(`${ajo.url}/api/campaigns?limit=1`)
const { campaigns } = (await response.json()) as { campaigns: { slug: string }[] }
for (const path of ['/', `/c/${campaigns[0]?.slug ?? ''}`, '/login']) await compare(path)
await browser.close()

async function compare(path: string) {
  const painted: Record<Kind, (Paint | undefined)[]> = { with: [], without: [] }
  for (let run = 0; run < runs; run++)
    for (const kind of run % 2 === 0 ? kinds : kinds.toReversed())
      painted[kind].push(await measurePaint(ajo.url + path, (page) => change(page, kind)))
  for (const kind of kinds) {
    const paints = painted[kind].filter((paint) => paint !== undefined)
    const middle = (name: keyof Paint) => Math.round(median(paints.map((paint) => paint[name])))
    const moved = Math.max(...paints.map((paint) => paint.moved))
    console.log(
      `${path} ${kind}: ${paints.length} of ${runs} painted, first ${middle('first')} ms, largest ${middle('largest')} ms, CLS ≤ ${moved}`,
    )
  }
}

const change = (page: Page, kind: Kind) => page.route('**/*', (route) => sendDocument(route, kind))

/** Both kinds take the same way, so that only the element differs. */
async function sendDocument(route: Route, kind: Kind) {
  if (route.request().resourceType() !== 'document') return route.fallback()
  const response = await route.fetch()
  const html = await response.text()
  const body = kind === 'with' ? html : html.replace(/<link rel="expect"[^>]*>/, '')
  return route.fulfill({ response, body })
}

/** In milliseconds after the navigation; `moved` is the cumulative layout shift. */
type Paint = { first: number; largest: number; moved: number }

/** A phone with a CPU four times slower, 1.6 Mbit/s and 150 ms. Undefined if nothing was painted. `prepare` may change what is loaded. */
async function measurePaint(
  url: string,
  prepare: (page: Page) => Promise<unknown>,
): Promise<Paint | undefined> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
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
