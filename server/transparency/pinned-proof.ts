import * as z from 'zod/mini'

import { formatProofFile } from '#shared/transparency/proof-file.ts'

import type { Queries, Transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { LogDeps } from './log-state.ts'
import { toQuorum } from './policy.ts'
import { readInclusionProof } from './read-log.ts'
import type { Witness } from './witness-client.ts'

type Deps = Pick<LogDeps, 'mode' | 'now'> & { witnesses: readonly Witness[] }
/** The key of a donation whose receipt has been issued. */
type Donation = { campaignId: string; id: string }

/** After this time a receipt does without the cosignatures of the witnesses. */
const quorumWaitMs = 120_000

const leafSchema = z.object({
  index: z.int(),
  leaf: z.instanceof(Buffer),
  salt: z.instanceof(Buffer),
  subject: z.string(),
})

/**
 * The proof that the log contains the charge of a donation, as a file. It is pinned to the first checkpoint that the witnesses signed, so
 * that a receipt keeps its bytes. Undefined while the entry is not merged, and once its opening was erased with the donor's data.
 */
export async function findPinnedProof(
  deps: Deps,
  queries: Transaction,
  donation: Donation,
): Promise<string | undefined> {
  const { mode } = deps
  const found = await queries.row(
    leafSchema,
    sql`select leaf.leaf_index as index, leaf.leaf, opening.salt, opening.subject
        from ledger_entry charge
        join log_leaf leaf on leaf.campaign_id = charge.campaign_id and leaf.effect_key = charge.effect_key and leaf.log = ${mode}
        join log_opening opening on opening.log = leaf.log and opening.leaf_index = leaf.leaf_index
        where charge.campaign_id = ${donation.campaignId} and charge.donation_id = ${donation.id} and charge.kind = 'charge'`,
  )
  const pin =
    found &&
    ((await findPin(queries, donation)) ?? (await addPin(deps, queries, { donation, ...found })))
  if (!found || !pin) return undefined
  const { index, leaf, salt, subject } = found
  const hashes = await readInclusionProof(queries, mode, { index, size: pin.size })
  return formatProofFile({
    leaf,
    opening: { salt, subject },
    index,
    hashes,
    checkpoint: pin.checkpoint,
  })
}

const pinSchema = z.object({ size: z.int(), checkpoint: z.string() })

const findPin = (queries: Queries, { campaignId, id }: Donation) =>
  queries.row(
    pinSchema,
    sql`select size, checkpoint from receipt_proof where campaign_id = ${campaignId} and donation_id = ${id}`,
  )

/** Of the checkpoints that contain the leaf, the first with a quorum, or the first of all once that took too long. */
async function addPin(
  { mode, now, witnesses }: Deps,
  queries: Transaction,
  { donation, index }: { donation: Donation; index: number },
) {
  const late = new Date(now().getTime() - quorumWaitMs)
  await queries.run(sql`
    insert into receipt_proof (campaign_id, donation_id, log, leaf_index, size, checkpoint)
    select ${donation.campaignId}, ${donation.id}, ${mode}, ${index}, size, note || cosignatures
    from (
      select checkpoint.size, note, signed_at, count(line) >= ${toQuorum(witnesses)} as has_quorum,
        coalesce(string_agg(line, '' order by witness), '') as cosignatures
      from log_checkpoint checkpoint
      left join log_cosignature cosigned on cosigned.log = checkpoint.log and cosigned.size = checkpoint.size
      where checkpoint.log = ${mode} and checkpoint.size > ${index}
        and checkpoint.size <= (select published_size from log_state where log = ${mode})
      group by checkpoint.log, checkpoint.size) published
    where has_quorum or signed_at < ${late}
    order by has_quorum desc, size limit 1
    on conflict do nothing`)
  return findPin(queries, donation)
}
