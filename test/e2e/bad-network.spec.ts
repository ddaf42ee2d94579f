import type { Browser, Page } from '@playwright/test'

import { startAjo, type Ajo } from './ajo.ts'
import { badNetwork, dropPoints, type Drop } from './bad-network.ts'
import { goodCard, payWithCard, publicCampaign } from './steps.ts'
import { expect, test } from './story.ts'
import { withDatabase } from './story-campaign.ts'

/**
 * Donors on a network that loses packets and connections. `npm run test:long` runs 1,000 at 50 kbit/s with 1,000 ms.
 */
const runs = Number(process.env.NETWORK_RUNS ?? 4)
const bytesPerSecond = Number(process.env.NETWORK_KBIT ?? 4_000) * 125
const latencyMs = Number(process.env.NETWORK_LATENCY ?? 60)
const atOnce = Number(process.env.NETWORK_AT_ONCE ?? 4)
const loss = 0.1
const maxSeconds = 600

type Run = { naira: number; drop?: Drop | undefined; dropRate?: number }
type World = { browser: Browser; ajo: Ajo; address: string }
type Result = { naira: number; paid: number; started: number; dropped: number; drop: string }

test(
  `loses and doubles no donation in ${runs} runs on a bad network`,
  { tag: '@long' },
  async ({ browser }) => {
    test.setTimeout((60 + (runs / atOnce) * maxSeconds) * 1_000)
    const template = process.env.AJO_DATA
    await using ajo = await startAjo({ template, env: { RATE_LIMITS: 'off' } })
    const finder = await browser.newPage({ baseURL: ajo.url })
    const { address, id } = await publicCampaign(finder)
    const world = { browser, ajo, address }
    const readRaised = async () => {
      const answer = await finder.request.get(`/api/campaigns/${id}`)
      return ((await answer.json()) as { campaign: { raised: number } }).campaign.raised
    }
    const before = await readRaised()

    const { keys, result } = await donate(world, { naira: 1_000 })
    const plan = planRuns(keys)
    const results = [result]
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let run = plan.shift(); run; run = plan.shift())
          results.push((await donate(world, run)).result)
      }),
    )

    const wrong = results.filter(({ paid }) => paid !== 1)
    const sum = (of: (each: Result) => number) =>
      results.reduce((total, each) => total + of(each), 0)
    // eslint-disable-next-line no-console -- the figures of the run
    console.log(
      `${runs} runs over ${new Set(keys).size} different requests: ${sum(({ dropped }) => dropped)} connections dropped, ` +
        `${sum(({ started }) => started)} donations started, ${sum(({ paid }) => paid)} paid`,
    )
    expect(wrong).toEqual([])
    expect(results).toHaveLength(runs + 1)
    expect((await readRaised()) - before).toBe(sum(({ naira }) => naira * 100))
  },
)

/** Each request of the flow loses its connection at each point, those that change something first; then random ones do. */
function planRuns(keys: readonly string[]): Run[] {
  const flow = [...new Set(keys)].toSorted((a, b) => Number(isPost(b)) - Number(isPost(a)))
  const drops = flow.flatMap((key) => dropPoints.map((point) => ({ key, point })))
  return Array.from({ length: runs }, (_, index): Run => {
    const naira = 1_001 + index
    const drop = drops[index]
    return drop ? { naira, drop } : { naira, dropRate: 0.05 }
  })
}

const isPost = (key: string) => key.startsWith('POST')

async function donate(world: World, { naira, ...faults }: Run) {
  await using network = await badNetwork({ bytesPerSecond, latencyMs, loss, ...faults })
  await using context = await world.browser.newContext({
    baseURL: world.ajo.url,
    proxy: { server: network.url },
  })
  const page = await context.newPage()
  await persist(page, { address: `${world.address}/donate`, naira })
  const counted = await countDonations(world.ajo, naira)
  const { key, point } = faults.drop ?? { key: '', point: 'random' }
  const result = { naira, ...counted, dropped: network.dropped(), drop: `${point} ${key}` }
  return { keys: network.keys(), result }
}

/** A donor who loads again what did not load, waits where the page says so, and stops when the donation went through. */
async function persist(page: Page, { address, naira }: { address: string; naira: number }) {
  let wanted = address
  // A page that arrived in part may lack a field for ever.
  page.setDefaultTimeout(20_000)
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.method() === 'GET') wanted = request.url()
  })
  const load = (url: string) => page.goto(url, { waitUntil: 'commit' }).catch(() => null)
  const success = page.getByRole('heading', { name: 'Thank you! Your donation went through.' })
  const card = page.getByLabel('Card number')
  const note = page.getByText(/is saved on this device/)
  const pay = page.getByRole('button', { name: 'Pay now!' })
  const back = page.getByRole('link', { name: /^Return to / })
  const seen = success.or(card).or(back).or(note).or(pay).first()
  const deadline = Date.now() + maxSeconds * 1_000
  await load(wanted)
  while (Date.now() < deadline) {
    await seen.waitFor({ timeout: 20_000 }).catch(() => load(wanted))
    if (await success.isVisible()) return
    let isStuck = false
    if (await card.isVisible()) isStuck = await leave(page, () => payWithCard(page, goodCard))
    else if (await back.isVisible()) isStuck = await leave(page, () => back.click())
    else if (await note.isVisible()) await page.waitForTimeout(1_000)
    else if (await pay.isVisible()) isStuck = await leave(page, () => submit(page, naira))
    if (isStuck || page.url().startsWith('chrome-error')) await load(wanted)
  }
  throw new Error(`₦${naira} was not donated in time, the page is ${page.url()}`)
}

async function submit(page: Page, naira: number) {
  await page.getByRole('textbox', { name: 'Amount' }).fill(String(naira), { timeout: 5_000 })
  await page.getByLabel('Email address').fill(`donor.${naira}@example.org`, { timeout: 5_000 })
  await page.getByRole('button', { name: 'Pay now!' }).click({ timeout: 5_000, noWaitAfter: true })
}

/** Does something that leaves the page, and waits until it did, or gives up. True if the page lacks what is needed for it. */
async function leave(page: Page, act: () => Promise<void>): Promise<boolean> {
  const from = page.url()
  const isStuck = await act().then(
    () => false,
    () => true,
  )
  if (isStuck) return true
  const note = page.getByText(/is saved on this device/)
  const left = page.waitForURL((url) => url.href !== from, { timeout: 30_000, waitUntil: 'commit' })
  await Promise.race([left, note.waitFor({ timeout: 30_000 })]).catch(() => undefined)
  await left.catch(() => undefined)
  return false
}

const countDonations = ({ dataDir }: Ajo, naira: number) =>
  withDatabase({ dataDir }, async (client) => {
    const { rows } = await client.query<{ started: number; paid: number }>(
      `select count(*)::int as started, (count(*) filter (where state = 'paid'))::int as paid
      from donation where amount_kobo = $1 and created_at > now() - interval '3 hours'`,
      [naira * 100],
    )
    return rows[0] ?? { started: 0, paid: 0 }
  })
