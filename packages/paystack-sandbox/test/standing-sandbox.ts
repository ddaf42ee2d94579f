import { afterAll, beforeEach } from 'vitest'
import * as z from 'zod/mini'

import { type Database, openPglite, sql } from '../src/storage/database.ts'
import { openSandbox } from './open-sandbox.ts'
import { sandboxPayments } from './sandbox-payments.ts'

const nameSchema = z.object({ name: z.string() })
let opened: ReturnType<typeof open> | undefined

/** A database in memory. PGlite takes seconds to start, so the test files of a worker share one and empty it before each test. */
export const memoryDatabase = () => (opened ??= open())

async function open() {
  const database = await openPglite()
  const tables = await database.rows(
    nameSchema,
    sql`select format('sandbox.%I', tablename) as name from pg_tables where schemaname = 'sandbox'`,
  )
  const names = tables.map(({ name }) => name).join(', ')
  return { database, empty: () => database.run(sql([`truncate ${names} cascade`])) }
}

type Store<Own extends Database> = { database: Own; empty: () => Promise<unknown> }

export const standingSandbox = async () => standingSandboxOn(await memoryDatabase())

/** The payment sandbox with a database of its own and a clock that only `pass` advances. */
export async function standingSandboxOn<Own extends Database>({ database, empty }: Store<Own>) {
  const clock = { now: new Date('2026-11-20T10:00:00Z') }
  const sandbox = await openSandbox(database, { now: () => clock.now })
  afterAll(sandbox.close)
  beforeEach(async () => {
    await empty()
    sandbox.faults.clear()
  })
  return {
    database,
    clock,
    sandbox,
    ...sandboxPayments(sandbox),
    /** Advances the clock and processes what became due. Returns how much that was. */
    pass: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
      return sandbox.processDue()
    },
  }
}
