// Rehearses payments, refunds and reconciliation with Paystack's test mode and records its answers: npm run rehearse:paystack
// With -- --sandbox: against the payment sandbox, by the same code. With -- --into <folder>: records there. No money moves.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { startVitest } from 'vitest/node'

import { paystackPayments } from '#server/providers/payments/paystack.ts'

import { chargeTestMeans } from './rehearsal/charge.ts'
import { openOwnSandbox } from './rehearsal/open-sandbox.ts'
import { recorder, toText, type Recording } from './rehearsal/recording.ts'
import { toReferences } from './rehearsal/rehearsal.ts'
import { rehearse, steps } from './rehearsal/rehearse.ts'

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
