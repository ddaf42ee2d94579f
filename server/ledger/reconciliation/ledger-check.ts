import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database, Queries } from '../../database/database.ts'
import { sql } from '../../database/sql.ts'
import { checkNames, checks } from '../invariants/invariants.ts'

const findingSchema = z.object({
  name: z.string(),
  key: z.string(),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
})
/** Where something does not hold: which, what is, and what ought to be. */
export type Finding = z.output<typeof findingSchema>
export type Proof = {
  kind: 'books' | 'provider'
  findings: Finding[]
  checks: number
  tookMs: number
  /** Over the ends of all chains: noted elsewhere, it tells whether the books were written anew since. */
  root: string | null
}

const mostPerCheck = 20
const keptMs = 90 * 86_400_000
/** Nobody waits for it but us. */
const longRead = { patienceMs: 600_000 }

export function ledgerProof({ database, now }: { database: Database; now: () => Date }) {
  return {
    /** Looks at everything as it is at one moment, whoever gives meanwhile. Nothing is repaired by it. */
    async proveBooks(): Promise<Proof> {
      const begun = performance.now()
      return database.transaction(async (queries) => {
        await queries.run(sql`set transaction isolation level repeatable read, read only`)
        await queries.run(sql`set local work_mem = '64MB'`)
        // Each question is asked once: where PostgreSQL can compile, that takes longer than the answer.
        await queries.run(sql`set local jit = off`)
        const findings = await findingsIn(queries)
        const root = await rootOf(queries)
        const tookMs = Math.round(performance.now() - begun)
        return { kind: 'books', findings, checks: checkNames.length, tookMs, root }
      }, longRead)
    },

    async keepProof({ kind, findings, checks: done, tookMs, root }: Proof): Promise<void> {
      const at = now()
      const id = randomUUID()
      await database.transaction(async ({ run }) => {
        await run(sql`delete from ledger_proof where begun_at < ${new Date(at.getTime() - keptMs)}`)
        await run(sql`
          insert into ledger_proof (id, kind, begun_at, took_ms, checks, findings, root)
          values (${id}, ${kind}, ${at}, ${tookMs}, ${done}, ${findings.length}, ${root === null ? null : Buffer.from(root, 'hex')})`)
        for (const [number, { name, key, ours, theirs }] of findings.entries())
          await run(sql`
            insert into ledger_finding (proof_id, number, name, key, ours, theirs)
            values (${id}, ${number}, ${name}, ${key}, ${ours}, ${theirs})`)
      })
    },
  }
}

/** All checks, in the transaction of the caller. */
export async function findingsIn(queries: Queries): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { finds } of checks)
    findings.push(
      ...(await queries.rows(
        findingSchema,
        sql`
        with found as materialized (${finds}),
        numbered as (select *, row_number() over (partition by name) as number from found)
        select name, key, ours, theirs from numbered where number <= ${mostPerCheck}::integer`,
      )),
    )
  return findings
}

async function rootOf(queries: Queries): Promise<string | null> {
  const found = await queries.row(
    z.object({ root: z.nullable(z.string()) }),
    sql`select encode(sha256(string_agg(chain_head, ''::bytea order by campaign_id, mode, slot)), 'hex') as root
        from campaign_total`,
  )
  return found?.root ?? null
}
