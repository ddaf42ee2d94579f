// First paints in Chromium with and without `rel=expect`, alternating: node bench/first-paint.ts. Phone, CPU four times slower, 1.6 Mbit/s
// with 150 ms. Counts the loads that never painted.
import type { Page, Route } from '@playwright/test'

import { startAjo } from '#test/e2e/ajo.ts'

import { measurePaint, openChromium, type Paint } from './paint.ts'
import { median } from './rates.ts'

const runs = Number(process.env['BENCH_RUNS'] ?? 25)
const kinds = ['with', 'without'] as const
type Kind = (typeof kinds)[number]

await using ajo = await startAjo({ env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
const browser = await openChromium()
const response = await fetch(`${ajo.url}/api/campaigns?limit=1`)
const { campaigns } = (await response.json()) as { campaigns: { slug: string }[] }
for (const path of ['/', `/c/${campaigns[0]?.slug ?? ''}`, '/login']) await compare(path)
await browser.close()

async function compare(path: string) {
  const painted: Record<Kind, (Paint | undefined)[]> = { with: [], without: [] }
  for (let run = 0; run < runs; run++)
    for (const kind of run % 2 === 0 ? kinds : kinds.toReversed())
      painted[kind].push(await measurePaint(browser, ajo.url + path, (page) => change(page, kind)))
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
