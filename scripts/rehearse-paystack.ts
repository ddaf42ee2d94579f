import { writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'

import { startVitest } from 'vitest/node'
import { getRequestListener } from '@hono/node-server'

import { paystackPayments } from '#server/providers/payments/paystack.ts'
import { openPaymentSandbox } from '#server/development.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { applicationRole } from '#server/platform/database/application-role.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { openEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { developmentCookie } from '#server/platform/http/request-checks.ts'
import { openLog } from '#server/platform/runtime/log.ts'

import { chargeTestMeans } from './rehearsal/charge.ts'
import { recorder, toText, type Recording } from './rehearsal/recording.ts'
import { toReferences } from './rehearsal/rehearsal.ts'
import { rehearse, steps } from './rehearsal/rehearse.ts'

/** Longer than the sandbox of `npm start` needs for a settlement. */
const settlementMs = 25_000

/** The payment sandbox of `npm start` on a port and a database of its own, reached over HTTP. */
async function openOwnSandbox(opened: AsyncDisposableStack) {
  const dataDir = mkdtempSync(join(tmpdir(), 'ajo-rehearsal-'))
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  let handle = (_request: Request): Response | Promise<Response> =>
    new Response(null, { status: 503 })
  const listener = getRequestListener((request) => handle(request))
  const server = createServer((request, response) => void listener(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  opened.defer(() => void server.close())
  const { port } = server.address() as AddressInfo

  const { connection } = opened.use(await openEmbeddedPostgres({ dataDir, durable: false }))
  await migrate(connection)
  const options = { role: applicationRole, onIdleError: () => {} }
  const database = opened.use(openDatabase(connection, options))
  const config = readConfig({ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) })
  const log = openLog('silent')
  const developmentKey = 'rehearsal'
  const sandbox = await openPaymentSandbox(config, { database, log, opened, developmentKey })
  handle = (request) => sandbox.fetch(request, {})

  const press = async (button: string, fields: Record<string, string>) => {
    const { checkoutOrigin: origin } = sandbox.endpoint
    const url = `http://127.0.0.1:${port}/sandbox/console/${button}`
    const body = new URLSearchParams(fields)
    const headers = { origin, cookie: `${developmentCookie.name}=${developmentKey}` }
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
    if (response.status !== 303) throw new Error(`sandbox console: ${response.status}`)
  }
  return {
    ...sandbox.endpoint,
    settleAndDispute: async (reference: string) => {
      await press('disputes', { reference })
      await press('settlements', {})
      await sleep(settlementMs)
    },
  }
}

type Provider = {
  source: Recording['source']
  baseUrl: string
  secretKey: string
  checkoutOrigin: string
  settleAndDispute?: (reference: string) => Promise<void>
}

const secretKey = process.env.PAYSTACK_SECRET_KEY ?? ''
const recordings = join(import.meta.dirname, '../test/paystack/recordings')
const { values } = parseArgs({
  options: {
    sandbox: { type: 'boolean' },
    into: { type: 'string', default: recordings },
  },
})

if (values.sandbox) {
  await using opened = new AsyncDisposableStack()
  await run({ source: 'sandbox', ...(await openOwnSandbox(opened)) })
} else if (secretKey.startsWith('sk_test_'))
  await run({
    source: 'test',
    baseUrl: process.env.PAYSTACK_BASE_URL ?? 'https://api.paystack.co',
    secretKey,
    checkoutOrigin: process.env.PAYSTACK_CHECKOUT_ORIGIN ?? 'https://checkout.paystack.com',
  })
else
  console.log(
    [
      secretKey === ''
        ? 'Not run: set PAYSTACK_SECRET_KEY to a test key (sk_test_…), or add -- --sandbox.'
        : 'Not run: PAYSTACK_SECRET_KEY is not a test key (sk_test_…). A rehearsal must not move live money.',
      'With a test key it would:',
      ...steps.map((step, index) => `${index + 1}. ${step}`),
      `${steps.length + 1}. Write the answers without personal data to test/paystack/recordings/, where npm test replays them.`,
      `${steps.length + 2}. Run the contract tests of payments against the same server.`,
    ].join('\n'),
  )

async function run({ source, settleAndDispute, ...endpoint }: Provider) {
  const startedAt = new Date()
  const references = toReferences(startedAt)
  const { fetch, take } = recorder({ baseUrl: endpoint.baseUrl, references })
  const mode = source
  const payments = paystackPayments({ ...endpoint, mode, fetch, timeoutMs: 30_000 })
  const findings = await rehearse({
    payments,
    charge: (payment, means) => chargeTestMeans({ ...endpoint, fetch }, payment, means),
    startedAt,
    // Half a minute in all, because test mode ends some refunds at once and others never.
    pause: (attempt) => sleep(500 * 2 ** attempt),
    ...(settleAndDispute && { settleAndDispute }),
    report: (finding) => console.log(finding),
  })
  const recording = { source, startedAt: startedAt.toISOString(), findings, exchanges: take() }
  const file = join(values.into, `${source}.json`)
  writeFileSync(file, toText(recording))
  console.log(`${recording.exchanges.length} answers recorded in ${file}`)
  if (findings.some((finding) => finding.includes('(differs:'))) process.exitCode = 1
  await runContract(endpoint)
}

async function runContract(endpoint: Omit<Provider, 'source' | 'settleAndDispute'>) {
  process.env.PAYSTACK_SECRET_KEY = endpoint.secretKey
  process.env.PAYSTACK_BASE_URL = endpoint.baseUrl
  process.env.PAYSTACK_CHECKOUT_ORIGIN = endpoint.checkoutOrigin
  const tests = await startVitest('test', [], {
    config: false,
    include: ['test/paystack/*.test.ts'],
    watch: false,
    testTimeout: 120_000,
  })
  await tests.close()
}
