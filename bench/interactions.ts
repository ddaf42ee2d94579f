// The longest that a press or a key of each page waits for the next frame, with a CPU six times slower: node bench/interactions.ts.
import type { Page } from '@playwright/test'

import { startAjo } from '#test/e2e/ajo.ts'
import { signIn } from '#test/e2e/steps.ts'

import { openChromium } from './paint.ts'
import { median } from './rates.ts'
import { printRow, tableHead } from './table.ts'

const runs = Number(process.env['BENCH_RUNS'] ?? 3)

await using ajo = await startAjo({ env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' } })
const response = await fetch(`${ajo.url}/api/campaigns?limit=1`)
const { campaigns } = (await response.json()) as { campaigns: { slug: string }[] }
const address = `/c/${campaigns[0]?.slug ?? ''}`

type Visit = { path: string; act: (page: Page) => Promise<unknown> }
const visits: Visit[] = [
  {
    path: '/login',
    async act(page) {
      await page.getByLabel('Email').pressSequentially('ada@example.org')
      await page.getByRole('button', { name: 'Show password' }).click()
      await page.getByRole('button', { name: 'Proceed' }).click()
    },
  },
  {
    path: address,
    act: (page) => page.getByRole('button', { name: 'Copy link' }).click(),
  },
  {
    path: `${address}/donate`,
    async act(page) {
      await page.getByRole('button', { name: '₦5,000', exact: true }).click()
      await page.getByLabel(/^Amount/).pressSequentially('000')
      await page.getByRole('button', { name: 'Pay now!' }).click()
    },
  },
  { path: '/dashboard/overview', act: openMenu },
  {
    path: '/dashboard/campaigns',
    async act(page) {
      await page.getByRole('searchbox').pressSequentially('school')
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByLabel('Sort by').selectOption('most-funded')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
    },
  },
  {
    path: '/dashboard/campaigns/create',
    async act(page) {
      await page.getByLabel('Campaign Title').pressSequentially('A well for Iwo')
      await page.getByRole('tab').nth(1).click()
      await page.getByLabel('Description').pressSequentially('Water for the market')
    },
  },
  {
    path: '/dashboard/settings',
    async act(page) {
      await page.getByRole('tab', { name: 'Security' }).click()
      await page.getByRole('tab', { name: 'Feedback' }).click()
      await openMenu(page)
    },
  },
]

const browser = await openChromium()
const context = await browser.newContext({
  baseURL: ajo.url,
  viewport: { width: 412, height: 823 },
})
await context.addInitScript(observeInteractions)
console.log(tableHead)
for (const visit of visits) {
  if (visit.path === '/dashboard/overview') await signIn(await context.newPage(), ajo, 'owner')
  const waits: number[] = []
  for (let run = 0; run < runs; run++) waits.push(await measure(visit))
  const slowest = median(waits)
  printRow(
    {
      what: `Slowest interaction on ${visit.path.replace(address, '/c/…')}, CPU six times slower`,
      figure: `${slowest} ms`,
      goal: { atMost: 200 },
    },
    slowest,
  )
}
await browser.close()

async function measure({ path, act }: Visit): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await page.goto(path, { waitUntil: 'networkidle' })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await act(page)
  await page.waitForTimeout(1_000)
  const waits = await page.evaluate(() => (globalThis as unknown as { waits: number[] }).waits)
  await page.close()
  if (waits.length === 0) throw new Error(`${path} saw no interaction`)
  return Math.max(...waits)
}

function openMenu(page: Page) {
  return page.getByRole('button', { name: 'Open menu' }).click()
}

/** Runs in the page. */
function observeInteractions() {
  const waits: number[] = []
  Object.assign(globalThis, { waits })
  const options = { type: 'event' as 'mark', buffered: true, durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ((entry as unknown as { interactionId: number }).interactionId > 0)
        waits.push(entry.duration)
  }).observe(options)
}
