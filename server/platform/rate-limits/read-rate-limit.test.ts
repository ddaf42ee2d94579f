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
  const read = (app: LimitedApp, path = toRulePath('listCampaigns')) => as(app, visitor)(path)
  const open = (app: LimitedApp) =>
    as(app, visitor)(toRulePath('readPage'), { headers: { accept: 'text/html,*/*' } })
  const readMany = async (app: LimitedApp) => {
    const all = Array.from({ length: readRateLimit.max }, async () => read(app))
    return (await Promise.all(all)).filter(({ status }) => status === 204).length
  }

  it('counts per network in all processes, but not health checks', async () => {
    const app = openProcess()
    for (let number = 0; number < readRateLimit.max; number++)
      expect((await read(app)).status).toBe(204)
    const response = await read(app, toRulePath('readCampaign'))
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

  it('refuses none of the requests that it allows when they come at once', async () => {
    expect(await readMany(openProcess())).toBe(readRateLimit.max)
  })

  it('lets a page in a browser wait for one window, and no longer', async () => {
    const app = openProcess({ sleep: async (ms) => advanceClock(ms) })
    await readMany(app)
    expect((await read(app)).status).toBe(429)
    expect((await open(app)).status).toBe(204)
    const standing = openProcess({ sleep: async () => undefined })
    await readMany(standing)
    expect((await open(standing)).status).toBe(429)
  })

  it('counts what a page asks for and never refuses it, and later pages wait for that', async () => {
    const app = openProcess()
    const readPart = () => app.request(toRulePath('readPage'), {}, { isPartOfPage: true })
    for (let number = 0; number < 2 * readRateLimit.max; number++)
      expect((await readPart()).status).toBe(204)
    expect((await read(app)).status).toBe(429)
    advanceClock(readRateLimit.windowMs)
    expect((await read(app)).status).toBe(429)
    advanceClock(readRateLimit.windowMs)
    expect((await read(app)).status).toBe(204)
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
