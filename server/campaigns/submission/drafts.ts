import * as z from 'zod/mini'

import { campaignInputSchema, draftSchema, type Draft } from '#shared/campaign.ts'
import { idSchema, paragraphs } from '#shared/text.ts'

import type { Database, Queries } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { markDeleted } from '../documents/document-rows.ts'

export type Drafts = ReturnType<typeof openDrafts>

/** Longer than every field of the form, because an unfinished text may have to be shortened later. */
const unfinishedText = paragraphs({ max: 50_000 })
const scalar = z.union([unfinishedText, z.number(), z.boolean(), z.null()])
const value = z.union([scalar, z.array(z.record(idSchema, scalar)).check(z.maxLength(20))])
const savedFields = Object.keys(campaignInputSchema.shape).filter(
  (name) => name !== 'accountNumber' && name !== 'accountName',
)

/** Accepts unfinished values of the form's fields. Drops unknown fields, the account number, which is never saved, and the name of its holder. */
export const draftInputSchema = z.object({
  values: z.object(Object.fromEntries(savedFields.map((name) => [name, z.optional(value)]))),
  tab: draftSchema.shape.tab,
})

const draftRow = z.object({ form: z.string(), tab: draftSchema.shape.tab, savedAt: z.date() })

/** Unfinished wizards, one per person. */
export function openDrafts({ database, now }: { database: Database; now: () => Date }) {
  return {
    async find(ownerUid: string): Promise<Draft | null> {
      const row = await database.row(
        draftRow,
        sql`select form, tab, saved_at as "savedAt" from campaign_draft where owner_uid = ${ownerUid}`,
      )
      if (!row) return null
      const values = z.parse(draftSchema.shape.values, JSON.parse(row.form))
      return { values, tab: row.tab, savedAt: row.savedAt.toISOString() }
    },

    async save(
      ownerUid: string,
      { values, tab }: z.output<typeof draftInputSchema>,
    ): Promise<Draft> {
      const savedAt = now()
      await database.run(
        sql`insert into campaign_draft (owner_uid, form, tab, saved_at)
          values (${ownerUid}, ${JSON.stringify(values)}, ${tab}, ${savedAt})
          on conflict (owner_uid) do update
          set form = excluded.form, tab = excluded.tab, saved_at = excluded.saved_at`,
      )
      return { values, tab, savedAt: savedAt.toISOString() }
    },

    /** Deletes the draft with its documents. */
    async clear(ownerUid: string, within: Queries = database) {
      await within.run(sql`delete from campaign_draft where owner_uid = ${ownerUid}`)
      await markDeleted(within, sql`owner_uid = ${ownerUid} and campaign_id is null`, now())
    },
  }
}
