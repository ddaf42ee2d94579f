import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { campaignWebhookSchema } from '#shared/campaign-webhook.ts'
import { sql } from '#server/platform/database/sql.ts'
import { Killed, killableDatabase, killSwitch } from '#test/kill/kill-switch.ts'
import { freshCampaignMoneyApp } from '#test/support/campaigns/campaign-money-app.ts'
import { listWaitingJobs, retryJobsNow } from '#test/support/database/jobs.ts'
import { openMoneyApp } from '#test/support/money/money-app.ts'
import { as } from '#test/support/people/people.ts'

import { isPublicAddress } from './webhooks.ts'

const { database, owner, ...world } = await freshCampaignMoneyApp({ allowsAddress: () => true })

/** `npm run test:long` delivers 1,000. */
const events = Number(process.env['WEBHOOKS'] ?? 2)

type Sent = { data: { place: number } }
type Received = { at: Date; id: string; headers: Record<string, string>; body: string }
const received: Received[] = []
/** The statuses of the next answers. The last one stays. */
let answers = [204]
const receiver = createServer((request, response) => {
  void (async () => {
    const headers = request.headers as Record<string, string>
    const id = headers['webhook-id'] ?? ''
    received.push({ at: world.at.clock.now, id, headers, body: await text(request) })
    const [status = 204] = answers.length > 1 ? answers.splice(0, 1) : answers
    response.writeHead(status, { location: '/elsewhere' }).end()
  })()
}).listen(0, '127.0.0.1')
await once(receiver, 'listening')
afterAll(() => void receiver.close())
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

beforeEach(() => {
  received.length = 0
  answers = [204]
})

const path = (rest = '') => `/api/campaigns/${world.campaign.id}/webhook${rest}`
const ask = (method = 'GET', rest = '', body?: object) =>
  as(world.at.app, world.organiser)(path(rest), { method, ...(body && { body }) })
const read = async () => campaignWebhookSchema.parse(await (await ask()).json())

/** Turns what happened into events, and sends those that are due. */
async function send() {
  await world.at.transparency.advance()
  await world.at.runTask('collect-webhook-events')
  await deliverAll()
}

/** Every attempt, without waiting for its time. */
async function deliverAll() {
  const isWaiting = async () =>
    (await listWaitingJobs(owner)).some(({ task }) => task === 'deliver-webhook')
  for (let round = 0; round < 20 && (await isWaiting()); round++) {
    await retryJobsNow(owner)
    await world.at.runJobs()
  }
}
const listWaiting = () =>
  database.rows(
    z.object({ campaignId: z.string(), id: z.string() }),
    sql`select campaign_id as "campaignId", id from webhook_delivery where delivered_at is null and failed_at is null`,
  )
const follow = () => world.at.campaignWebhooks.save(world.campaign, url)

it('sends a donation once, signed for the reference library, and names no person', async () => {
  await follow()
  await world.donate('donor@example.com', { name: 'Ngozi Obi' })
  await send()
  await send()
  const { webhook, deliveries } = await read()
  expect(deliveries).toMatchObject([{ event: 'donation.paid', state: 'delivered', status: 204 }])
  expect(received).toHaveLength(1)
  const [sent] = received as [Received]
  // The library also compares the clocks, and that of the app stands still.
  vi.useFakeTimers({ toFake: ['Date'], now: sent.at })
  const verified = new Webhook(webhook?.secret ?? '').verify(sent.body, sent.headers)
  vi.useRealTimers()
  expect(verified).toMatchObject({
    type: 'donation.paid',
    data: { campaign: world.campaign.slug, amountKobo: 500_000 },
  })
  expect(sent.body).not.toMatch(/Ngozi|donor@/)
})

it('tells nothing of what happened before the address was given', async () => {
  await world.donate('donor@example.com', {})
  await world.at.transparency.advance()
  await follow()
  await send()
  expect(received).toEqual([])
})

it('repeats an event with the same id until the receiver accepts it, without following redirects', async () => {
  await follow()
  await world.donate('donor@example.com', {})
  answers = [500, 302, 200]
  await send()
  expect(received).toHaveLength(3)
  expect(new Set(received.map(({ id }) => id)).size).toBe(1)
  expect((await read()).deliveries).toMatchObject([{ state: 'delivered', status: 200 }])
})

it('gives up after three days, and sends again when the organiser asks', async () => {
  await follow()
  await world.donate('donor@example.com', {})
  answers = [503]
  await send()
  expect(received).toHaveLength(10)
  const [delivery] = (await read()).deliveries
  expect(delivery).toMatchObject({ state: 'failed', status: 503 })
  answers = [200]
  expect((await ask('POST', `/deliveries/${delivery?.id}/replay`)).status).toBe(204)
  await deliverAll()
  expect((await read()).deliveries).toMatchObject([{ id: delivery?.id, state: 'delivered' }])
})

it(
  `delivers each of ${events} events at least once with one id, signed, when the process is killed at any step of collecting or delivering`,
  async () => {
    await follow()
    const { webhook } = await read()
    const killed = new Set<string>()
    let [collecting, delivering] = [0, 0]
    for (let made = 0; made < events; made += 2) {
      await world.donate('donor@example.com', {})
      await world.donate('other@example.com', {})
      await world.at.transparency.advance()
      // All steps of two events, and then one step of each following pair in turn.
      const steps = made === 0 ? 60 : 1
      for (let turn = 0; turn < steps; turn++) {
        collecting += 1
        await killAt('collect-webhook-events', (collecting % 59) + 1)
      }
      await world.at.runTask('collect-webhook-events')
      for (let turn = 0; turn < 2; turn++) {
        delivering += 1
        await killAt('deliver-webhook', (delivering % 6) + 1)
      }
      await send()
    }

    async function killAt(name: string, step: number) {
      const kill = killSwitch()
      const dying = await world.at.openAnother({ database: killableDatabase(database, kill) })
      kill.arm(step)
      const task = dying.campaignWebhooks.tasks.find((each) => each.name === name)
      const payloads = name === 'deliver-webhook' ? await listWaiting() : [{}]
      for (const payload of payloads)
        await task?.run(payload).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
      const moment = kill.moment()
      if (moment !== undefined) killed.add(`${name} ${moment}`)
    }

    const library = new Webhook(webhook?.secret ?? '')
    for (const { at, body, headers } of received) {
      vi.useFakeTimers({ toFake: ['Date'], now: at })
      library.verify(body, headers)
    }
    vi.useRealTimers()
    const bodies = new Map(received.map(({ id, body }) => [id, body]))
    expect(bodies.size).toBe(events)
    for (const { id, body } of received) expect(body).toBe(bodies.get(id))
    const places = [...bodies.values()].map((body) => (JSON.parse(body) as Sent).data.place)
    expect(new Set(places).size).toBe(events)
    expect([...killed].filter((moment) => moment.startsWith('deliver')).length).toBeGreaterThan(1)
    process.stdout.write(`${received.length} deliveries, killed at ${killed.size} moments\n`)
  },
  60_000 + events * 2_000,
)

it('accepts only https', async () => {
  for (const bad of ['http://example.com', 'https://a:b@example.com', 'ftp://x', ''])
    expect((await ask('PUT', '', { url: bad })).status).toBe(400)
  expect((await ask('PUT', '', { url: 'https://example.com/hook' })).status).toBe(204)
  const { webhook } = await read()
  expect(webhook).toMatchObject({ url: 'https://example.com/hook' })
  expect((await ask('DELETE')).status).toBe(204)
  expect((await read()).webhook).toBeNull()
})

const hostile = [
  '127.0.0.1 127.1.2.3 0.0.0.0 10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 169.254.169.254',
  '169.254.0.1 100.64.0.1 100.127.255.255 192.0.0.1 192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1',
  '239.255.255.255 240.0.0.1 255.255.255.255 ::1 :: fe80::1 fe80::a9fe:a9fe fc00::1 fd00::1 fd12:3456:789a::1',
  'ff02::1 ff05::2 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:192.168.1.1 ::ffff:7f00:1 ::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::a00:1 2002:7f00:1:: 2002:a00:1:: 2002:c0a8:101:: 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1 2001:10::1 2001:20::1 100::1 192.88.99.1 fec0::1 localhost metadata local 0 2130706433 0177.0.0.1 0x7f.1 127.1.x [::1]',
]
  .join(' ')
  .split(' ')

it('connects to no private, loopback, link-local or reserved address', () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60)
  expect(hostile.filter(isPublicAddress)).toEqual([])
  expect(
    ['8.8.8.8', '41.58.0.1', '2a00:1450:4001::1', '102.89.0.1'].filter(isPublicAddress),
  ).toHaveLength(4)
})

it('refuses a name of this machine and each spelling of its address', async () => {
  Object.assign(world.at, await openMoneyApp({ database, owner }))
  const { port } = new URL(url)
  for (const host of [
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
  ]) {
    await world.at.campaignWebhooks.save(world.campaign, `http://${host}:${port}/hook`)
    await world.donate('donor@example.com', {})
    await world.at.transparency.advance()
    await world.at.runTask('collect-webhook-events')
    await world.at.runJobs()
  }
  expect(received).toEqual([])
  // Events of one moment have no order, and the first of them have used their attempts.
  const { deliveries } = await read()
  expect(deliveries.map(({ status }) => status)).toEqual(Array(7).fill(null))
  expect(deliveries.map(({ state }) => state)).not.toContain('delivered')
})
