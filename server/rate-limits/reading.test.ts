import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { sql } from '#server/database/sql.ts'
import { behindProxy, limitedProcesses, type LimitedProcess } from '#test/rate-limits.ts'
import { as, visitor } from '#test/people.ts'

import { readingLimit } from './limit-table.ts'

const { database, passTime, processWith } = await limitedProcesses()

describe('reading', () => {
  const read = (app: LimitedProcess, path = '/') => as(app, visitor)(path)

  it('is limited for a network, over all processes, and built files are free', async () => {
    const app = processWith()
    for (let number = 0; number < readingLimit.most; number++)
      expect((await read(app)).status).toBe(204)
    const answer = await read(app, '/api/campaigns')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('10')
    for (const path of ['/assets/a.js', '/healthz', '/readyz'])
      expect((await read(app, path)).status).toBe(204)
    // A second process knows only of what it hands out first by itself.
    const other = processWith()
    let passed = 0
    while ((await read(other)).status === 204) passed++
    expect(passed).toBe(60)
    passTime(readingLimit.withinMs)
    expect((await read(app)).status).toBe(204)
  })

  it('costs the database nothing for most visitors', async () => {
    const app = processWith(behindProxy)
    for (let number = 0; number < 60; number++) await read(app)
    const counted = await database.row(
      z.object({ count: z.int() }),
      sql`select count(*)::int as count from attempt_count`,
    )
    expect(counted?.count).toBe(0)
  })
})
