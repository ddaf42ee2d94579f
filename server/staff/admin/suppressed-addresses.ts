import * as z from 'zod/mini'

import type { SuppressedAddress } from '#shared/admin.ts'

import type { Database } from '../../platform/database/database.ts'
import { asUuid, sql } from '../../platform/database/sql.ts'
import { openRecipient } from '../../platform/mail/recipient.ts'
import type { Sealing } from '../../platform/runtime/sealing.ts'
import { recordAction } from './audit-log.ts'
import { maskEmail } from './mask-email.ts'

const addressRow = z.object({
  id: z.string(),
  sealed: z.instanceof(Buffer),
  words: z.string(),
  at: z.date(),
})

type Deps = { database: Database; sealing: Pick<Sealing, 'open'>; now: () => Date }

/** Addresses that do not exist, according to their mail servers. */
export function suppressedAddresses({ database, sealing, now }: Deps) {
  return {
    /** The latest 100. */
    async list(): Promise<SuppressedAddress[]> {
      const rows = await database.rows(
        addressRow,
        sql`select id, address_sealed as sealed, words, at from mail_suppression where address_key is not null
          order by at desc, id limit 100`,
      )
      return rows.map(({ id, sealed, words, at }) => ({
        id,
        address: maskEmail(openRecipient(sealing, sealed)),
        words,
        at: at.toISOString(),
      }))
    },

    find: (id: string) =>
      database.row(
        z.object({ id: z.string() }),
        sql`select id from mail_suppression where id = ${asUuid(id)}::uuid`,
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
