import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import { testDatabaseUrl } from '#test/support/database/database.ts'
import { processEnv } from '#test/support/servers/process-env.ts'

it('checks the ledger of a database and prints the result', async () => {
  const env = { ...processEnv, DATABASE_URL: await testDatabaseUrl() }

  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/check-ledger.ts'], {
    env,
  })

  expect(stdout).toMatch(/^\d+ checks in \d+ ms, 0 findings\.\n$/)
})
