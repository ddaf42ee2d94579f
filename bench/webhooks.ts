// From the webhook to the ledger through HTTP: node bench/webhooks.ts. The server is started as by `npm start`, with a test key of Paystack
// and a provider in a process of its own that needs 300 ms for each answer. Every receipt is mailed to a mail server that takes two seconds.
import { fork } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'
import { SMTPServer } from 'smtp-server'

import { getRunningConnection } from '#server/platform/database/embedded/running-connection.ts'
import { startAjo, type Ajo } from '#test/e2e/ajo.ts'
import { insertOpenDonations } from '#test/support/money/insert-donations.ts'

import { printRow, tableHead } from './table.ts'

const secretKey = 'sk_test_bench000000000000000000000000000000'
const burst = Number(process.env['BENCH_DONATIONS'] ?? 3_000)
const perSecond = 100
const steadySeconds = 15
const connections = 64

const provider = fork(join(import.meta.dirname, 'slow-provider.ts'), ['300'])
const [port] = (await once(provider, 'message')) as [number]
await using mail = await openSlowMailServer(2_000)
await using ajo = await startAjo({
  env: {
    PAYSTACK_SECRET_KEY: secretKey,
    PAYSTACK_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Ajo <no-reply@ajo.example>',
    SEED: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  },
})
const pool = new pg.Pool(getRunningConnection(ajo.dataDir))
console.log(tableHead)
try {
  await measureBurst(ajo)
  await measureSteady(ajo)
} finally {
  await pool.end()
  provider.disconnect()
}

async function measureBurst(server: Ajo) {
  const references = await insertDonations(1, burst, 'burst')
  const begunAt = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, lane) => {
      for (let index = lane; index < burst; index += connections)
        await deliver(server, references[index] ?? '')
    }),
  )
  const tookSeconds = ((await untilBooked('burst', burst)) - begunAt) / 1_000
  const { p50, p99 } = await readDelays('burst')
  printRow(
    {
      what: `${burst} webhooks at once over ${connections} connections, provider of 300 ms`,
      figure: `${Math.round(burst / tookSeconds)} booked/s, p50 ${seconds(p50)}, p99 ${seconds(p99)}`,
      goal: { atLeast: 200 },
    },
    burst / tookSeconds,
  )
}

async function measureSteady(server: Ajo) {
  const count = perSecond * steadySeconds
  const references = await insertDonations(burst + 1, count, 'steady')
  const begunAt = performance.now()
  const sent = references.map(async (reference, index) => {
    await pause(Math.max(0, (index / perSecond) * 1_000 - (performance.now() - begunAt)))
    await deliver(server, reference)
  })
  await Promise.all(sent)
  await untilBooked('steady', count)
  const { p50, p99 } = await readDelays('steady')
  printRow(
    {
      what: `${perSecond} webhooks a second for ${steadySeconds} s, provider of 300 ms: delay to the ledger`,
      figure: `p50 ${seconds(p50)}, p99 ${seconds(p99)}`,
      goal: { atMost: 1 },
    },
    p99,
  )
}

function seconds(value: number): string {
  return `${value.toFixed(2)} s`
}

async function insertDonations(from: number, count: number, prefix: string) {
  await insertOpenDonations(pool, { from, count, campaigns: 50, prefix, mode: 'test' })
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ reference: string }>(
    `select reference from donation where campaign_id like $1 || '-%'`,
    [prefix],
  )
  return rows.map(({ reference }) => reference)
}

async function deliver({ url }: Ajo, reference: string) {
  const body = JSON.stringify({
    event: 'charge.success',
    data: { reference, status: 'success', amount: 500_000, domain: 'test' },
  })
  const response = await fetch(`${url}/webhooks/paystack`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-paystack-signature': createHmac('sha512', secretKey).update(body).digest('hex'),
    },
    body,
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`the webhook was answered with ${response.status}`)
}

/** The time at which all were booked. */
async function untilBooked(prefix: string, count: number): Promise<number> {
  const deadline = performance.now() + 300_000
  while (performance.now() < deadline) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::integer as count from ledger_entry where campaign_id like $1 || '-%' and kind = 'charge'`,
      [prefix],
    )
    if (rows[0]?.count === count) return performance.now()
    await pause(50)
  }
  throw new Error('not all donations were booked within five minutes')
}

/** In seconds, from the arrival of the webhook to its entry. */
async function readDelays(prefix: string): Promise<{ p50: number; p99: number }> {
  const { rows } = await pool.query<{ p50: number; p99: number }>(
    `select percentile_cont(0.5) within group (order by took) as p50, percentile_cont(0.99) within group (order by took) as p99
     from (
       select extract(epoch from entry.booked_at - inbox.received_at)::double precision as took
       from ledger_entry entry
       join donation on donation.campaign_id = entry.campaign_id and donation.id = entry.donation_id
       join webhook_inbox inbox on inbox.reference = donation.reference
       where entry.campaign_id like $1 || '-%' and entry.kind = 'charge') delay`,
    [prefix],
  )
  return rows[0] ?? { p50: NaN, p99: NaN }
}

/** Accepts each mail after `delayMs`, so that mails are always waiting. */
async function openSlowMailServer(delayMs: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, accept) {
      stream.resume()
      stream.once('end', () => void pause(delayMs).then(() => accept()))
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  }
}
