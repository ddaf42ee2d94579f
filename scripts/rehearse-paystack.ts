import { setTimeout as sleep } from 'node:timers/promises'

import { startVitest } from 'vitest/node'

import { paystackPayments } from '#server/providers/payments/paystack.ts'

import { chargeTestMeans } from './rehearsal/charge.ts'
import { rehearse, steps } from './rehearsal/rehearse.ts'

const secretKey = process.env.PAYSTACK_SECRET_KEY ?? ''

if (secretKey.startsWith('sk_test_'))
  await run({
    baseUrl: process.env.PAYSTACK_BASE_URL ?? 'https://api.paystack.co',
    secretKey,
    checkoutOrigin: process.env.PAYSTACK_CHECKOUT_ORIGIN ?? 'https://checkout.paystack.com',
  })
else
  console.log(
    [
      secretKey === ''
        ? 'Not run: set PAYSTACK_SECRET_KEY to a test key (sk_test_…), and PAYSTACK_BASE_URL for a sandbox.'
        : 'Not run: PAYSTACK_SECRET_KEY is not a test key (sk_test_…). A rehearsal must not move live money.',
      'With a test key it would:',
      ...steps.map((step, index) => `${index + 1}. ${step}`),
      `${steps.length + 1}. Run the contract tests of payments against the same server.`,
    ].join('\n'),
  )

type Provider = { baseUrl: string; secretKey: string; checkoutOrigin: string }

async function run(endpoint: Provider) {
  const findings = await rehearse({
    payments: paystackPayments({ ...endpoint, mode: 'test', timeoutMs: 30_000 }),
    charge: (payment, means) => chargeTestMeans(endpoint, payment, means),
    startedAt: new Date(),
    // Half a minute in all, because test mode ends some refunds at once and others never.
    pause: (attempt) => sleep(500 * 2 ** attempt),
    report: (finding) => console.log(finding),
  })
  if (findings.some((finding) => finding.includes('(differs:'))) process.exitCode = 1
  await runContract(endpoint)
}

async function runContract({ baseUrl, secretKey: key, checkoutOrigin }: Provider) {
  process.env.PAYSTACK_SECRET_KEY = key
  process.env.PAYSTACK_BASE_URL = baseUrl
  process.env.PAYSTACK_CHECKOUT_ORIGIN = checkoutOrigin
  const tests = await startVitest('test', [], {
    config: false,
    include: ['test/paystack/*.test.ts'],
    watch: false,
    testTimeout: 120_000,
  })
  await tests.close()
}
