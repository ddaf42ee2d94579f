import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** Statements whose rows are validated by a schema. */
export interface Queries {
  rows: <Schema extends z.core.$ZodType>(schema: Schema, sql: Sql) => Promise<z.output<Schema>[]>
  /** The first row, or undefined. */
  row: <Schema extends z.core.$ZodType>(
    schema: Schema,
    sql: Sql,
  ) => Promise<z.output<Schema> | undefined>
  /** For statements without result rows. Returns the number of affected rows. */
  run: (sql: Sql) => Promise<number>
}

/** What the sandbox needs of a PostgreSQL that has its schema. An application may hand in its own. */
export interface Database extends Queries {
  /** Commits when `work` returns and rolls back when it throws. */
  transaction: <Result>(work: (queries: Queries) => Promise<Result>) => Promise<Result>
}

/** The tables, which all are in the schema `sandbox`. */
export const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')

type OpenDatabase = Database & AsyncDisposable
type Answer = { rows: unknown[]; count: number }
type Send = (text: string, values: unknown[]) => Promise<Answer>

const bigint = 20
const date = 1082

/** PGlite: PostgreSQL in this process, in memory or in a folder. */
export async function openPglite(folder?: string): Promise<OpenDatabase> {
  const { PGlite } = await import('@electric-sql/pglite')
  const parsers = { [bigint]: Number, [date]: String }
  const pglite = await PGlite.create({ ...(folder && { dataDir: folder }), parsers })
  const { rows } = await pglite.query("select from pg_namespace where nspname = 'sandbox'")
  if (rows.length === 0) await pglite.exec(schema)
  const sendTo =
    (client: Pick<typeof pglite, 'query'>): Send =>
    async (text, values) => {
      const { rows: found, affectedRows = 0 } = await client.query(text, values)
      return { rows: found, count: affectedRows }
    }
  return {
    ...toQueries(sendTo(pglite)),
    transaction: (work) => pglite.transaction((client) => work(toQueries(sendTo(client)))),
    [Symbol.asyncDispose]: () => pglite.close(),
  }
}

function toQueries(send: Send): Queries {
  const query = (sql: Sql) => {
    const { text, values } = sql.compile()
    return send(text, values)
  }
  return {
    rows: async (schemaOfRow, sql) =>
      (await query(sql)).rows.map((row) => z.parse(schemaOfRow, row)),
    row: async (schemaOfRow, sql) => {
      const [row] = (await query(sql)).rows
      return row === undefined ? undefined : z.parse(schemaOfRow, row)
    },
    run: async (sql) => (await query(sql)).count,
  }
}

const getCode = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** True for a violation of a unique constraint. */
export const isDuplicate = (error: unknown) => getCode(error) === '23505'

/** NUL in a text and in JSON, text that is no JSON or id, and a number that is too large. Nothing was written. */
export const isRefusedValue = (error: unknown) =>
  ['22021', '22P05', '22P02', '22003'].includes(getCode(error))

/** A statement or a fragment of one. Only fragments become text; every other value becomes a parameter. */
export interface Sql {
  compile: () => { text: string; values: unknown[] }
  parts: readonly string[]
  inputs: readonly unknown[]
}

/** Builds a statement: sql`select … where id = ${id} ${onlyPaid ? sql`and status = 'success'` : sql``}`. */
export function sql(parts: readonly string[], ...inputs: readonly unknown[]): Sql {
  const compile = () => {
    const values: unknown[] = []
    let text = ''
    const append = (texts: readonly string[], given: readonly unknown[]) => {
      for (const [index, part] of texts.entries()) {
        text += part
        if (index >= given.length) continue
        const input = given[index]
        if (isSql(input)) append(input.parts, input.inputs)
        else text += `$${values.push(input)}`
      }
    }
    append(parts, inputs)
    return { text, values }
  }
  return { parts, inputs, compile }
}

function isSql(input: unknown): input is Sql {
  return typeof input === 'object' && input !== null && 'compile' in input && 'parts' in input
}
