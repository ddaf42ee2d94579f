import { execFile } from 'node:child_process'

import { expect, it } from 'vitest'

import { testDatabase } from '#test/support/database/database.ts'
import { processEnv } from '#test/support/servers/process-env.ts'
import { openSandbox, sandboxKey } from '#packages/paystack-sandbox/test/open-sandbox.ts'

function run(env: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const command = ['scripts/rehearse-paystack.ts']
    const settings = { env: { ...processEnv, ...env } }
    const child = execFile(process.execPath, command, settings, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    )
  })
}

const plan = 'Refund a payment in part and then its rest'

it.each([
  [{}, 'Not run: set PAYSTACK_SECRET_KEY to a test key'],
  [{ PAYSTACK_SECRET_KEY: 'sk_live_0123456789' }, 'Not run: PAYSTACK_SECRET_KEY is not a test key'],
])('says why it does not run and what it would do for %j', async (env, sentence) => {
  const { code, output } = await run(env)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(sentence) })
  expect(output).toContain(plan)
  expect(output).not.toContain('0123456789')
})

it('pays, refunds, reads and runs the contract, and fails if the server fails', async () => {
  const { database } = await testDatabase()
  const periods = { refundPendingMs: 0, refundProcessingMs: 0 }
  await using sandbox = await disposable(openSandbox(database, { periods, pollMs: 100 }))
  sandbox.deliveries.start()
  const env = {
    PAYSTACK_SECRET_KEY: sandboxKey,
    PAYSTACK_BASE_URL: sandbox.apiUrl,
    PAYSTACK_CHECKOUT_ORIGIN: sandbox.origin,
  }
  const passing = await run(env)
  expect(passing.output).toContain('refunds of pin: 500000 processed; payment reversed')
  expect(passing.output).toMatch(/Tests\s.*[12][0-9] passed/)
  expect(passing.code).toBe(0)
  expect(passing.output).not.toContain(sandboxKey)
  sandbox.faults.set({ api: [{ path: '/transaction/verify', status: 500 }] })
  expect((await run(env)).code).toBe(1)
})

async function disposable<Opened extends { close: () => Promise<void> }>(opening: Promise<Opened>) {
  const opened = await opening
  return { ...opened, [Symbol.asyncDispose]: opened.close }
}
