import * as z from 'zod/mini'

import type { SuppressedAddress } from '#shared/admin.ts'

import type { Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { recordAction } from './audit-log.ts'
import { maskEmail } from './mask-email.ts'

const addressRow = z.object({
  id: z.string(),
  address: z.string(),
  words: z.string(),
  at: z.date(),
})

/** Addresses that do not exist, according to their mail servers. */
export function suppressedAddresses({ database, now }: { database: Database; now: () => Date }) {
  return {
    /** The latest 100. */
    async list(): Promise<SuppressedAddress[]> {
      const rows = await database.rows(
        addressRow,
        sql`select id, address, words, at from mail_suppression order by at desc, id limit 100`,
      )
      return rows.map(({ id, address, words, at }) => ({
        id,
        address: maskEmail(address),
        words,
        at: at.toISOString(),
      }))
    },

    find: (id: string) =>
      database.row(
        z.object({ id: z.string() }),
        sql`select id from mail_suppression where id::text = ${id}`,
      ),

    async remove({ id }: { id: string }, by: { uid: string; reason: string }): Promise<void> {
      await database.transaction(async (queries) => {
        await queries.run(sql`delete from mail_suppression where id = ${id}`)
        await recordAction(queries, {
          ...by,
          action: 'remove-suppression',
          subject: id,
          at: now(),
        })
      })
    },
  }
}
