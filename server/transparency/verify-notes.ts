import { encodeText, equalBytes } from '#shared/transparency/bytes.ts'
import { openCheckpoint } from '#shared/transparency/checkpoint.ts'
import type { VerifierKey } from '#shared/transparency/note.ts'

import type { FoldedLog } from './check-leaves.ts'

type Note = { size: number; note: string; logKeys: readonly VerifierKey[] }

/** Whether the log signed the note, and its root is the one that the leaves give for its size. */
export async function hasCheckpointRoot(
  { roots }: Pick<FoldedLog, 'roots'>,
  { size, note, logKeys }: Note,
): Promise<boolean> {
  for (const logKey of logKeys)
    try {
      const { checkpoint } = await openCheckpoint(encodeText(note), logKey)
      const root = roots.get(size)
      return checkpoint.size === size && root !== undefined && equalBytes(checkpoint.root, root)
    } catch {
      // Another key of the log may have signed it.
    }
  return false
}

/** Whether the witness with this key signed the note, too. */
export async function isCosigned({
  note,
  logKeys,
  key,
}: Omit<Note, 'size'> & { key: VerifierKey }) {
  for (const logKey of logKeys)
    try {
      return (await openCheckpoint(encodeText(note), logKey, [key])).witnesses.size === 1
    } catch {
      // Another key of the log may have signed it.
    }
  return false
}
