import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sql } from '#server/platform/database/sql.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { openServices } from '#server/services.ts'
import { testDatabaseUrl } from '#test/support/database/database.ts'
import { testSecret } from '#test/support/people/people.ts'

const token = 'metrics-token-of-this-test'

it('counts every use of the pool inside a transaction, also those that are logged no more', async () => {
  const config = readConfig({
    AJO_MODE: 'demo',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: await testDatabaseUrl(),
    AJO_SECRET: testSecret,
    METRICS_TOKEN: token,
    SEED: 'off',
  })
  await using services = await openServices(config, { log: openLog('silent'), pages: false })
  services.readiness.open()
  const app = createApp(services)
  const readCount = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await app.request('http://localhost/metrics', { headers })
    return /^ajo_transaction_misuses_total .*$/m.exec(await response.text())?.[0]
  }
  expect(await readCount()).toBe('ajo_transaction_misuses_total 0')

  const { database } = services
  const misuse = () =>
    database.transaction(() => database.row(z.object({ one: z.int() }), sql`select 1 as one`))
  for (let time = 0; time < 3; time++) expect(await misuse()).toEqual({ one: 1 })
  expect(await readCount()).toBe('ajo_transaction_misuses_total 3')
})
