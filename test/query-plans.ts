import * as z from 'zod/mini'

import type { Database, Queries, Transaction } from '#server/database/database.ts'
import type { Sql } from '#server/database/sql.ts'

/** The same database, which adds each statement to `executed`. */
export function recordQueries(database: Database): { database: Database; executed: Sql[] } {
  const executed: Sql[] = []
  const record =
    <Rest extends unknown[], Result>(run: (...rest: [...Rest, Sql]) => Result) =>
    (...given: [...Rest, Sql]) => {
      const query = given.at(-1) as Sql
      executed.push(query)
      return run(...given)
    }
  const queries: Queries = {
    rows: record(database.rows) as Queries['rows'],
    row: record(database.row) as Queries['row'],
    run: record(database.run),
  }
  const recorded: Database = {
    ...queries,
    pool: database.pool,
    transaction: (work) => work(queries as Transaction),
    [Symbol.asyncDispose]: async () => {},
  }
  return { database: recorded, executed }
}

const planSchema = z.array(z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.unknown() })) }))
type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Node[]
}

const flattenPlan = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flattenPlan)]

/** The nodes of the plan that PostgreSQL chooses for a statement. */
export async function explain({ pool }: Database, query: Sql): Promise<Node[]> {
  const { text, values } = query.compile()
  const { rows } = await pool.query(`explain (format json) ${text}`, values)
  const [plan] = z.parse(planSchema, rows)
  return flattenPlan(plan?.['QUERY PLAN'][0]?.Plan as Node)
}
