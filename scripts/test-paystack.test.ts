import { execFile } from 'node:child_process'

import { expect, it } from 'vitest'

import { testDatabase } from '#test/database.ts'
import { openSandbox, sandboxKey } from '#test/fakes/payments-sandbox.ts'

function run(env: Record<string, string>) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const command = ['scripts/test-paystack.ts']
    const settings = { env: { PATH: process.env.PATH ?? '', ...env } }
    const child = execFile(process.execPath, command, settings, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    )
  })
}

it.each([
  [{}, 'Skipped: set PAYSTACK_SECRET_KEY to a test key'],
  [{ PAYSTACK_SECRET_KEY: 'sk_live_0123456789' }, 'Skipped: PAYSTACK_SECRET_KEY is not a test key'],
])('is skipped with a message for %j', async (env, sentence) => {
  const { code, output } = await run(env)
  expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining(sentence) })
  expect(output).not.toContain('0123456789')
})

it('runs the contract against the configured server, and fails if a test fails', async () => {
  const { database } = await testDatabase()
  await using sandbox = await disposable(openSandbox(database))
  const env = {
    PAYSTACK_SECRET_KEY: sandboxKey,
    PAYSTACK_BASE_URL: sandbox.apiUrl,
    PAYSTACK_CHECKOUT_ORIGIN: sandbox.origin,
  }
  const passing = await run(env)
  expect(passing.output).toMatch(/Tests\s.*[12][0-9] passed/)
  expect(passing.code).toBe(0)
  sandbox.faults.set({ api: [{ path: '/transaction/verify', status: 500 }] })
  expect((await run(env)).code).toBe(1)
})

async function disposable<Opened extends { close: () => Promise<void> }>(opening: Promise<Opened>) {
  const opened = await opening
  return { ...opened, [Symbol.asyncDispose]: opened.close }
}
