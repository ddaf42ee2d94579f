// Runs the payment contract tests against Paystack's own test mode: npm run test:paystack
// Creates unpaid payments and sub-accounts at the test bank. No money moves.
import { startVitest } from 'vitest/node'

const secretKey = process.env.PAYSTACK_SECRET_KEY ?? ''

if (secretKey.startsWith('sk_test_')) {
  const run = await startVitest('test', [], {
    config: false,
    include: ['test/paystack/*.test.ts'],
    watch: false,
    testTimeout: 120_000,
  })
  await run.close()
} else
  console.log(
    secretKey === ''
      ? 'Skipped: set PAYSTACK_SECRET_KEY to a test key (sk_test_…) to test against Paystack.'
      : 'Skipped: PAYSTACK_SECRET_KEY is not a test key (sk_test_…). Tests must not move live money.',
  )
