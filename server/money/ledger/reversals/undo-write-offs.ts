import * as z from 'zod/mini'

import type { Transaction } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { toPostings } from '../chart/postings.ts'
import type { NewEntry } from '../entries/book-entry.ts'
import type { DonationRow } from '../entries/donation-row.ts'

type WriteOffUndo = Pick<NewEntry, 'kind' | 'effectKey' | 'postings'>

/**
 * What was written off because of reversals that are undone now, by `credited` for the owner: without them, the owner would not have owed
 * it. Reversals that were booked after a write-off never were part of it. The caller holds the lock of the campaign's position.
 */
export async function listWriteOffUndos(
  queries: Transaction,
  donation: DonationRow,
  credited: number,
): Promise<WriteOffUndo[]> {
  const writeOffs = await listWriteOffs(queries, donation)
  if (writeOffs.length === 0) return []
  const borne = await listBorne(queries, donation)
  const after = (borne.at(-1)?.kobo ?? 0) - credited
  let undone = 0
  return writeOffs.flatMap(({ effectKey, at, open, undos }) => {
    const kobo = Math.min(open, getPart(borne, at) - after - undone)
    if (kobo <= 0) return []
    undone += kobo
    return {
      kind: 'write_off_undo' as const,
      effectKey: `${effectKey.replace('write_off', 'write_off_undo')}:${undos}`,
      postings: toPostings.writeOffUndo(kobo),
    }
  })
}

type Borne = { at: Date; kobo: number }

/** What the owner bore of the donation when a claim was written off, as far as it was never undone since then. */
function getPart(borne: readonly Borne[], at: Date): number {
  const before = borne.findLast((entry) => entry.at <= at)?.kobo ?? 0
  return Math.min(before, ...borne.filter((entry) => entry.at > at).map(({ kobo }) => kobo))
}

/** What the owner bore of the donation's reversals after each time that some were booked. */
function listBorne(queries: Transaction, { campaignId, id }: DonationRow): Promise<Borne[]> {
  return queries.rows(
    z.object({ at: z.date(), kobo: z.int() }),
    sql`select booked_at as at, (sum(sum(-owner_kobo)) over (order by booked_at))::bigint as kobo from ledger_entry
        where campaign_id = ${campaignId} and donation_id = ${id} and reversal_key is not null
        group by booked_at order by booked_at`,
  )
}

const writeOffSchema = z.object({
  effectKey: z.string(),
  at: z.date(),
  open: z.int(),
  undos: z.int(),
})

/** Oldest first: without the reversal, the oldest would have been smaller. */
function listWriteOffs(queries: Transaction, { campaignId, mode }: DonationRow) {
  return queries.rows(
    writeOffSchema,
    sql`select effect_key as "effectKey", booked_at as at, (platform_loss_kobo - undone.kobo)::bigint as open, undone.undos
        from ledger_entry write_off
        cross join lateral (
          select coalesce(-sum(platform_loss_kobo), 0) as kobo, count(*)::integer as undos from ledger_entry undo
          where undo.campaign_id = write_off.campaign_id and undo.kind = 'write_off_undo'
            and starts_with(undo.effect_key, replace(write_off.effect_key, 'write_off:', 'write_off_undo:') || ':')) undone
        where campaign_id = ${campaignId} and mode = ${mode} and kind = 'write_off'
        order by booked_at, effect_key`,
  )
}
