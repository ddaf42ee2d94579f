// Asks Paystack's own test world what the tests ask the sandbox: npm run test:paystack
// It makes payments that nobody pays and sub-accounts of the test bank, and moves no money.
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
      ? 'Skipped: set PAYSTACK_SECRET_KEY to a test key (sk_test_…) to ask Paystack itself.'
      : 'Skipped: the PAYSTACK_SECRET_KEY is not a test key (sk_test_…), and live money is not for tests.',
  )
