import { encodeText, equalBytes } from '#shared/transparency/bytes.ts'
import { openCheckpoint, type Checkpoint } from '#shared/transparency/checkpoint.ts'
import { emptyRoot } from '#shared/transparency/merkle.ts'
import { parseVerifierKey, type VerifierKey } from '#shared/transparency/note.ts'

import type { Archive } from './archive.ts'
import { findState, type SigningDeps } from './log-state.ts'
import { listKeys } from './policy.ts'
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
  const origin = (await findState(deps.database, deps.mode))?.origin ?? deps.newOrigin
  const copies: Copy[] = [
    { name: 'the archive', note: await archive.readCheckpoint(), isOurs: true },
    ...(await Promise.all(
      witnesses.map(async (witness) => ({
        name: `the witness ${witness.key.name}`,
        note: await readWitnessed(witness, origin),
        isOurs: false,
      })),
    )),
  ]
  // Read after the copies, which another process may make larger at any moment.
  const { size = 0, root = emptyRoot } = (await findState(deps.database, deps.mode)) ?? {}
  for (const copy of copies) {
    const fault = await compare(deps, { origin, size, root }, copy)
    if (fault !== undefined) return `${copy.name} ${fault}`
  }
  return undefined
}

type Copy = { name: string; note: string | undefined; isOurs: boolean }

async function compare(
  deps: SigningDeps,
  { origin, size, root }: Checkpoint,
  { note, isOurs }: Copy,
): Promise<string | undefined> {
  if (note === undefined) return undefined
  const checkpoint = await openNote(deps, origin, note)
  // From others it proves nothing, such as the page of a host that is no witness any more.
  if (!checkpoint) return isOurs ? 'has a checkpoint that the log did not sign' : undefined
  if (checkpoint.size > size) return `has ${checkpoint.size} leaves, and the database has ${size}`
  const known =
    checkpoint.size === size ? root : await readRoot(deps.database, deps.mode, checkpoint.size)
  return equalBytes(known, checkpoint.root)
    ? undefined
    : `has another tree of ${checkpoint.size} leaves than the database`
}

async function openNote(deps: SigningDeps, origin: string, note: string) {
  const signers = deps.toSigners(origin).map(({ key }) => key)
  // A checkpoint of an earlier key is the newest one until an entry is added.
  return (
    (await openWithAny(signers, note)) ??
    (await openWithAny((await listKeys(deps)).map(parseVerifierKey), note))
  )
}

async function openWithAny(keys: readonly VerifierKey[], note: string) {
  for (const key of keys)
    try {
      return (await openCheckpoint(encodeText(note), key)).checkpoint
    } catch {
      // Another key of the log may have signed it.
    }
  return undefined
}
