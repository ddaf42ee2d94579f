import { randomUUID } from 'node:crypto'

import * as z from 'zod/mini'

import type { Database, Transaction } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  donationInvariants,
  entryInvariants,
  decisionInvariants,
  invariant,
  type Invariant,
  positionInvariants,
  totalInvariants,
  providerInvariants,
  settlementInvariants,
} from './invariant.ts'

export const findingSchema = z.object({
  name: z.string(),
  key: z.string(),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
})
/** A violation: the invariant, the row, the actual and the expected value. */
export type Finding = z.output<typeof findingSchema>
export type LedgerCheck = {
  kind: 'ledger' | 'provider' | 'log'
  findings: Finding[]
  checks: number
  tookMs: number
}

const maxFindingsPerInvariant = 20
const longRead = { timeoutMs: 600_000 }

export type CheckDeps = {
  database: Database
  now: () => Date
  /** The receipts whose signature is not of their donation. */
  listForgedReceipts?: ((database: Database) => Promise<Finding[]>) | undefined
}

export function ledgerChecks({ database, now, listForgedReceipts }: CheckDeps) {
  return {
    /** Checks all invariants on one snapshot, while donations go on. It repairs nothing. */
    async checkLedger(): Promise<LedgerCheck> {
      const startedAt = performance.now()
      const forged = (await listForgedReceipts?.(database)) ?? []
      return database.transaction(async (queries) => {
        await queries.run(sql`set transaction isolation level repeatable read, read only`)
        await queries.run(sql`set local work_mem = '64MB'`)
        // Recorded decisions hold times as text of UTC.
        await queries.run(sql`set local timezone = 'UTC'`)
        // Each query runs once: compiling it takes longer than running it.
        await queries.run(sql`set local jit = off`)
        const findings = [...(await findViolations(queries)), ...forged]
        const tookMs = Math.round(performance.now() - startedAt)
        return { kind: 'ledger', findings, checks: invariantNames.length, tookMs }
      }, longRead)
    },

    async saveLedgerCheck({ kind, findings, checks, tookMs }: LedgerCheck): Promise<void> {
      const at = now()
      const id = randomUUID()
      await database.transaction(async ({ run }) => {
        await run(sql`
          insert into ledger_check (id, kind, begun_at, took_ms, checks, findings)
          values (
            ${id}, ${kind}, ${at}, ${tookMs}, ${checks}, ${findings.length})`)
        for (const [number, { name, key, ours, theirs }] of findings.entries())
          await run(sql`
            insert into ledger_finding (check_id, number, name, key, ours, theirs)
            values (${id}, ${number}, ${name}, ${key}, ${ours}, ${theirs})`)
      })
    },
  }
}

/** Runs all invariants in the caller's transaction. */
export async function findViolations(queries: Transaction): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const invariant of invariants)
    findings.push(
      ...(await queries.rows(
        findingSchema,
        sql`
        with found as materialized (${invariant.findViolations}),
        numbered as (select *, row_number() over (partition by name) as number from found)
        select name, key, ours, theirs from numbered where number <= ${maxFindingsPerInvariant}::integer`,
      )),
    )
  return findings
}

export const invariants: readonly Invariant[] = [
  entryInvariants,
  donationInvariants,
  ...totalInvariants,
  ...positionInvariants,
  ...settlementInvariants,
  ...providerInvariants,
  ...decisionInvariants,
  invariant(
    'a transaction of the provider is counted once across all campaigns',
    sql`
    select mode || ' ' || transaction_id, count(*)::text, '1'
    from ledger_entry where kind = 'charge' group by mode, transaction_id having count(*) > 1`,
  ),
  invariant(
    'every donation is found by its reference and by its access code',
    sql`
    select donation.campaign_id || ' ' || donation.id, donation.reference, ''
    from donation
    left join donation_reference reference on reference.reference = donation.reference
    left join donation_access_code code on code.access_code = donation.access_code
    where reference.donation_id is distinct from donation.id or code.donation_id is distinct from donation.id`,
  ),
  invariant(
    'every quarantined donation has a quarantined payment',
    sql`
    select donation.campaign_id || ' ' || donation.id, 'quarantined', ''
    from donation where state = 'quarantined' and not exists (
      select from quarantined_payment where quarantined_payment.reference = donation.reference)`,
  ),
]

export const invariantNames: readonly string[] = invariants.flatMap(({ names }) => names)
