import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/platform/database/sql.ts'
import {
  behindProxy,
  openLimitedProcesses,
  post,
  toRulePath,
  type LimitedApp,
} from '#test/support/servers/rate-limits.ts'
import { as, visitor } from '#test/support/people/people.ts'

import { readRateLimit } from './thresholds.ts'

const { database, advanceClock, openProcess } = await openLimitedProcesses()

describe('the limit on reads', () => {
  const read = (app: LimitedApp, path = toRulePath('readPage')) => as(app, visitor)(path)

  it('counts per network in all processes, but not health checks', async () => {
    const app = openProcess()
    for (let number = 0; number < readRateLimit.max; number++)
      expect((await read(app)).status).toBe(204)
    const response = await read(app, toRulePath('listCampaigns'))
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('10')
    expect((await read(app, toRulePath('readHealth'))).status).toBe(204)
    // Another process still allows its first batch.
    const other = openProcess()
    let passed = 0
    while ((await read(other)).status === 204) passed++
    expect(passed).toBe(60)
    advanceClock(readRateLimit.windowMs)
    expect((await read(app)).status).toBe(204)
  })

  it('counts a POST request whose rule has this limit', async () => {
    const app = openProcess()
    for (let number = 0; number < readRateLimit.max; number++)
      expect((await post(app, toRulePath('chooseLanguage'))).status).toBe(204)
    expect((await post(app, toRulePath('chooseLanguage'))).status).toBe(429)
    expect((await read(app)).status).toBe(429)
  })

  it('makes no query within the first batch', async () => {
    const app = openProcess(behindProxy)
    for (let number = 0; number < 60; number++) await read(app)
    const counted = await database.row(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from rate_limit_counter`,
    )
    expect(counted?.count).toBe(0)
  })
})
