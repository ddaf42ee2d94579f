import { encodeText, equalBytes } from '#shared/transparency/bytes.ts'
import { openCheckpoint } from '#shared/transparency/checkpoint.ts'

import type { Archive } from './archive.ts'
import { findState, type SigningDeps } from './log-state.ts'
import { readRoot } from './read-log.ts'
import { readWitnessed, type Witness } from './witness-client.ts'

/**
 * Why nothing may be signed: the archive or a witness has a larger tree than the database, or another one of the same size. A backup that
 * was restored would otherwise make a second history. Undefined where all agree.
 */
export async function findFork(
  deps: SigningDeps,
  archive: Archive,
  witnesses: readonly Witness[],
): Promise<string | undefined> {
  const { origin, size = 0 } = (await findState(deps.database, deps.mode)) ?? {
    origin: deps.newOrigin,
  }
  const copies = [
    { name: 'the archive', note: await archive.readCheckpoint() },
    ...(await Promise.all(
      witnesses.map(async (witness) => ({
        name: `the witness ${witness.key.name}`,
        note: await readWitnessed(witness, origin),
      })),
    )),
  ]
  for (const { name, note } of copies) {
    if (note === undefined) continue
    const fault = await compare(deps, { origin, size }, note)
    if (fault !== undefined) return `${name} ${fault}`
  }
  return undefined
}

async function compare(
  { database, mode, toSigners }: SigningDeps,
  { origin, size }: { origin: string; size: number },
  note: string,
): Promise<string | undefined> {
  const checkpoint = await openWithAny(origin, toSigners, note)
  if (!checkpoint) return 'has a checkpoint that the log did not sign'
  if (checkpoint.size > size) return `has ${checkpoint.size} leaves, and the database has ${size}`
  const root = await readRoot(database, mode, checkpoint.size)
  return equalBytes(root, checkpoint.root)
    ? undefined
    : `has another tree of ${checkpoint.size} leaves than the database`
}

async function openWithAny(origin: string, toSigners: SigningDeps['toSigners'], note: string) {
  for (const { key } of toSigners(origin))
    try {
      return (await openCheckpoint(encodeText(note), key)).checkpoint
    } catch {
      // Another key of the log may have signed it.
    }
  return undefined
}
