import * as z from 'zod/mini'

import type { LedgerProof } from '#shared/admin.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { enqueueJob } from '../queue/queue.ts'
import { recordAct } from './audit-log.ts'

const shownProofs = 30

const proofRow = z.object({
  id: z.string(),
  kind: z.enum(['books', 'provider']),
  at: z.date(),
  checks: z.int(),
  tookMs: z.int(),
})
const findingRow = z.object({
  proofId: z.string(),
  name: z.string(),
  key: z.string(),
  ours: z.nullable(z.string()),
  theirs: z.nullable(z.string()),
})

/** What an operator may have looked at again at once, by the tasks' names. */
const looks = [
  'sweep-payments',
  'sweep-returns',
  'sweep-settlements',
  'prove-books',
  'prove-provider',
]

type Parts = { database: Database; now: () => Date }

/** What was found when the books were proven: every hour by themselves, every night beside the provider's, day by day. */
export function proofs({ database, now }: Parts) {
  return {
    async listProofs(): Promise<LedgerProof[]> {
      const found = await database.rows(
        proofRow,
        sql`select id, kind, begun_at as at, checks, took_ms as "tookMs" from ledger_proof
            order by begun_at desc, id limit ${shownProofs}`,
      )
      const findings = await database.rows(
        findingRow,
        sql`select proof_id as "proofId", name, key, ours, theirs from ledger_finding
            where proof_id = any(${found.map(({ id }) => id)}) order by proof_id, number`,
      )
      return found.map((proof) => ({
        ...proof,
        at: proof.at.toISOString(),
        findings: findings
          .filter(({ proofId }) => proofId === proof.id)
          .map(({ name, key, ours, theirs }) => ({ name, key, ours, theirs })),
      }))
    },

    /** Asks for everything now that the clock would start sooner or later. */
    async lookAgain(uid: string): Promise<void> {
      await database.transaction(async (queries) => {
        for (const task of looks) await enqueueJob(queries, { task, key: `${task} by hand` })
        await recordAct(queries, { uid, act: 'prove', subject: 'ledger', at: now() })
      })
    },
  }
}
