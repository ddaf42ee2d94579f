import type { Transaction } from '../database/database.ts'
import { sql, type Sql } from '../database/sql.ts'

/**
 * Deletes what opens the commitments of these subjects, which `subjects` selects. All proofs stay valid, and without
 * its salt a leaf no longer says what it is about.
 */
export async function eraseOpenings({ run }: Transaction, subjects: Sql): Promise<void> {
  await run(sql`delete from log_opening where subject in (${subjects})`)
}
