import * as z from 'zod/mini'

import { formatProofFile } from '#shared/transparency/proof-file.ts'

import type { Queries, Transaction } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { LogDeps } from './log-state.ts'
import { readInclusionProof } from './read-log.ts'

type Deps = Pick<LogDeps, 'mode'>
/** The key of a donation whose receipt has been issued. */
type Donation = { campaignId: string; id: string }

const leafSchema = z.object({
  index: z.int(),
  leaf: z.instanceof(Buffer),
  salt: z.instanceof(Buffer),
  subject: z.string(),
})

/**
 * The proof that the log contains the charge of a donation, as a file. It is pinned to the first published checkpoint with it, so that a
 * receipt keeps its bytes. Undefined while the entry is not merged, and once its opening was erased with the donor's data.
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

/** The first published checkpoint that contains the leaf. */
async function addPin(
  { mode }: Deps,
  queries: Transaction,
  { donation, index }: { donation: Donation; index: number },
) {
  await queries.run(sql`
    insert into receipt_proof (campaign_id, donation_id, log, leaf_index, size, checkpoint)
    select ${donation.campaignId}, ${donation.id}, ${mode}, ${index}, size, note from log_checkpoint
    where log = ${mode} and size > ${index} and size <= (select published_size from log_state where log = ${mode})
    order by size limit 1
    on conflict do nothing`)
  return findPin(queries, donation)
}
