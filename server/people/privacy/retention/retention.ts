import * as z from 'zod/mini'

import type { Database } from '../../../platform/database/database.ts'
import { identifier, sql, type Sql } from '../../../platform/database/sql.ts'
import type { Task } from '../../../platform/queue/queue.ts'
import type { Log } from '../../../platform/runtime/log.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import { inventory } from '../inventory/inventory.ts'
import { terms, toTermStart } from '#shared/terms.ts'
import { retentionRules, type RetentionRule } from './rules.ts'

type Deps = {
  database: Database
  sealing: Pick<Sealing, 'seal'>
  log: Pick<Log, 'info' | 'error'>
  now: () => Date
}

const batchRows = 1_000

/** Ends what has reached the end of its term, in every table. */
export function retentionTask(deps: Deps): Task {
  return {
    name: 'end-terms',
    lane: 'maintenance',
    cron: '40 2 * * *',
    run: async () => void (await endTerms(deps)),
  }
}

/**
 * Runs every rule and logs how many rows each table lost. Each batch is a statement of its own, so a run that was stopped continues where
 * it ended. A rule that fails does not stop the others.
 */
export async function endTerms(deps: Deps): Promise<Record<string, number>> {
  const ended: Record<string, number> = {}
  const errors: unknown[] = []
  for (const [table, rule] of Object.entries(retentionRules))
    try {
      const rows = await endTerm(deps, table, rule)
      if (rows > 0) ended[table] = rows
    } catch (error) {
      deps.log.error({ err: error, table }, 'the terms of a table were not ended')
      errors.push(error)
    }
  deps.log.info({ ended }, 'terms were ended')
  if (errors.length > 0) throw new AggregateError(errors, 'some terms were not ended')
  return ended
}

async function endTerm(deps: Deps, table: string, rule: RetentionRule): Promise<number> {
  const runBatch = toBatch(deps, table, rule)
  let total = 0
  for (let rows = runBatch ? batchRows : 0; runBatch && rows >= batchRows; total += rows)
    rows = await runBatch()
  return total
}

/** Undefined where a foreign key or another task deletes the rows. */
function toBatch({ database, sealing, now }: Deps, table: string, rule: RetentionRule) {
  const name = identifier(table)
  const start = findStart(table, now())
  switch (rule.kind) {
    case 'delete':
      return () =>
        database.run(sql`delete from ${name} where ${inBatch(name, rule.expired(start, now()))}`)
    case 'replace': {
      const values = rule.values((purpose) => sealing.seal(purpose, ''))
      return () =>
        database.run(
          sql`update ${name} set ${values} where ${inBatch(name, rule.expired(start, now()))}`,
        )
    }
    case 'protected':
      return () =>
        callFunction(database, sql`retention.delete_expired(${table}, ${start}, ${batchRows})`)
    case 'function':
      return () => callFunction(database, rule.call(start, batchRows))
    case 'cascade':
    case 'task':
      return undefined
  }
}

async function callFunction(database: Database, call: Sql): Promise<number> {
  const row = await database.row(z.object({ deleted: z.int() }), sql`select ${call} as deleted`)
  return row?.deleted ?? 0
}

const inBatch = (name: Sql, condition: Sql) =>
  sql`ctid = any(array(select ctid from ${name} where ${condition} limit ${batchRows}))`

/** A term that is a condition depends on the row alone, so any start will do. */
function findStart(table: string, now: Date): Date {
  const term = inventory[table]?.term
  return typeof term === 'string' ? toTermStart(terms[term], now) : now
}
