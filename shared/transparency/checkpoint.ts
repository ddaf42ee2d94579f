import { fromBase64, parseDecimal, refuseUnless, toBase64 } from './bytes.ts'
import type { Tree } from './merkle.ts'
import { logKeyType, parseNote, verifyNote, type VerifierKey } from './note.ts'

/** What a log states about itself: origin, size and root (C2SP tlog-checkpoint), without extension lines. */
export type Checkpoint = Tree & { origin: string }

export const formatCheckpoint = ({ origin, size, root }: Checkpoint) =>
  `${origin}\n${size}\n${toBase64(root)}\n`

export function parseCheckpoint(text: string): Checkpoint {
  const lines = text.split('\n')
  const [origin = '', size = '', root = '', end] = lines
  refuseUnless(lines.length === 4 && end === '', 'a checkpoint has three lines')
  refuseUnless(origin !== '' && root.length === 44, 'a line of the checkpoint has the wrong form')
  return { origin, size: parseDecimal(size), root: fromBase64(root) }
}

/** Reads a checkpoint that the log's own key signed. `witnesses` are the known ones that signed it too, with their times. */
export async function openCheckpoint(
  bytes: Uint8Array,
  logKey: VerifierKey,
  witnessKeys: readonly VerifierKey[] = [],
) {
  const note = parseNote(bytes)
  const checkpoint = parseCheckpoint(note.text)
  const verified = await verifyNote(note, [logKey, ...witnessKeys])
  refuseUnless(
    verified.some(({ key }) => key === logKey) && logKey.type === logKeyType,
    'the log did not sign the checkpoint',
  )
  refuseUnless(checkpoint.origin === logKey.name, 'the checkpoint is that of another log')
  const witnesses = new Map(
    verified.flatMap(({ key, time }) => (time === undefined ? [] : [[key.name, time]])),
  )
  return { checkpoint, note, witnesses }
}
