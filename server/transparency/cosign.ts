import * as z from 'zod/mini'

import { sql } from '../platform/database/sql.ts'
import type { Log } from '../platform/runtime/log.ts'
import { findState, type LogDeps } from './log-state.ts'
import { readConsistencyProof, readPublished } from './read-log.ts'
import { askWitness, type Cosignature, type Witness } from './witness-client.ts'

type Deps = LogDeps & { witnesses: readonly Witness[]; log: Pick<Log, 'warn'> }

/** Asks every witness that has not signed the newest checkpoint. Answers why nothing more may be signed, if a witness knows another tree. */
export async function collectCosignatures(deps: Deps): Promise<string | undefined> {
  const outcomes = await Promise.all(deps.witnesses.map((witness) => cosign(deps, witness)))
  return outcomes.find((fault) => fault !== undefined)
}

async function cosign(deps: Deps, witness: Witness): Promise<string | undefined> {
  const { database, mode, log } = deps
  const published = await readPublished(database, mode)
  if (!published || published.size === 0) return undefined
  const { size, note } = published
  let older = (await findCosignedSize(deps, witness.key.name)) ?? 0
  if (older === size) return undefined
  try {
    // The witness knows better than we do what it has signed.
    for (let attempt = 0; attempt < 2; attempt++) {
      const proof = await readConsistencyProof(database, mode, { older, size })
      const answer = await askWitness(witness, { older, proof, note })
      if (answer.kind === 'forked') return answer.message
      if (answer.kind === 'cosigned')
        await storeCosignature(deps, { size, witness: witness.key.name }, answer.cosignature)
      if (answer.kind === 'failed')
        log.warn({ reason: answer.message }, 'a witness did not sign the checkpoint')
      if (answer.kind !== 'known') return undefined
      older = answer.size
      if (older > size) return await findLoss(deps, older)
    }
  } catch (error) {
    log.warn({ err: error, witness: witness.key.name }, 'a witness did not answer')
  }
  return undefined
}

/** Another process may have published more since, and the witness signed it. */
async function findLoss({ database, mode }: Deps, known: number): Promise<string | undefined> {
  const { size = 0 } = (await findState(database, mode)) ?? {}
  return known > size ? `a witness has seen ${known} leaves, and we have ${size}` : undefined
}

async function findCosignedSize({ database, mode }: Deps, witness: string) {
  const row = await database.row(
    z.object({ size: z.nullable(z.int()) }),
    sql`select max(size) as size from log_cosignature where log = ${mode} and witness = ${witness}`,
  )
  return row?.size ?? undefined
}

function storeCosignature(
  { database, mode }: Deps,
  { size, witness }: { size: number; witness: string },
  { line, time }: Cosignature,
) {
  return database.run(sql`
    insert into log_cosignature as known (log, size, witness, cosigned_time, line)
    values (${mode}, ${size}, ${witness}, ${time}, ${line})
    on conflict (log, size, witness) do update set cosigned_time = excluded.cosigned_time, line = excluded.line
    where known.cosigned_time < excluded.cosigned_time`)
}
