// The longest task of the browser while the wizard opens, with a CPU six times slower: node bench/wizard.ts. With BENCH_BEFORE, a folder with
// another built version, that version is measured too, alternating.
import { startAjo, type Ajo } from '#test/e2e/ajo.ts'
import { signIn } from '#test/e2e/steps.ts'

import { measureTasks, openChromium, type Tasks } from './paint.ts'
import { median } from './rates.ts'

const runs = Number(process.env['BENCH_RUNS'] ?? 3)
const before = process.env['BENCH_BEFORE']
const env = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }

await using ajo = await startAjo({ env })
await using reference = before === undefined ? null : await startAjo({ env, folder: before })
const browser = await openChromium()
const pages = [await openPage('this version', ajo)]
if (reference) pages.unshift(await openPage('before', reference))
for (let run = 0; run < runs; run++)
  for (const { tasks, measure } of run % 2 === 0 ? pages : pages.toReversed())
    tasks.push(await measure())
await browser.close()
for (const { name, tasks } of pages) {
  const middle = (kind: keyof Tasks) => Math.round(median(tasks.map((each) => each[kind])))
  console.log(
    `${name}: longest task ${middle('longest')} ms, blocked ${middle('blocked')} ms, first field after ${middle('shown')} ms (median of ${runs})`,
  )
}

async function openPage(name: string, app: Ajo) {
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: { width: 412, height: 823 },
  })
  await signIn(await context.newPage(), app, 'owner')
  const measure = () =>
    measureTasks(context, '/dashboard/campaigns/create', (page) =>
      page.getByLabel('Campaign Title'),
    )
  return { name, tasks: [] as Tasks[], measure }
}
