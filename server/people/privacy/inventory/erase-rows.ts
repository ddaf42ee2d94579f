import type { Transaction } from '../../../platform/database/database.ts'
import { identifier, joinSql, sql, type Sql } from '../../../platform/database/sql.ts'
import type { Sealing } from '../../../platform/runtime/sealing.ts'
import { isPersonal, type ErasedValue, type ErasureStep } from './entries/entry.ts'
import { inventory } from './inventory.ts'
import type { Person } from './entries/rows.ts'

type ErasureDeps = { queries: Transaction; sealing: Pick<Sealing, 'seal'> }

/** Runs the statements by which the inventory erases a person. Each can be repeated. */
export async function eraseRows({ queries, sealing }: ErasureDeps, person: Person) {
  for (const [table, entry] of Object.entries(inventory))
    for (const step of isPersonal(entry) ? entry.erasure : []) {
      const statement = toStatement(sealing, { table, step, person })
      if (statement) await queries.run(statement)
    }
}

type Erased = { table: string; step: ErasureStep; person: Person }

function toStatement(sealing: Pick<Sealing, 'seal'>, { table, step, person }: Erased): Sql | null {
  if (step.kind !== 'delete' && step.kind !== 'replace') return null
  const where = step.rows.where(person)
  if (!where) return null
  if (step.kind === 'delete') return sql`delete from ${identifier(table)} where ${where}`
  const values = Object.entries(step.values).map(
    ([column, value]) => sql`${identifier(column)} = ${toValue(sealing, value)}`,
  )
  return sql`update ${identifier(table)} set ${joinSql(values)} where ${where}`
}

function toValue(sealing: Pick<Sealing, 'seal'>, value: ErasedValue): unknown {
  if (value === null || typeof value !== 'object') return value
  return 'sealed' in value ? sealing.seal(value.sealed, '') : value.expression
}
