import { FormatRefused, fromBase64, parseDecimal, refuseUnless, toBase64 } from './bytes.ts'
import type { Tree } from './merkle.ts'
import { parseNote, verifyNote, type VerifierKey } from './note.ts'

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

export async function openCheckpoint(bytes: Uint8Array, logKey: VerifierKey): Promise<Checkpoint> {
  const note = parseNote(bytes)
  const checkpoint = parseCheckpoint(note.text)
  await verifyNote(note, logKey)
  refuseUnless(checkpoint.origin === logKey.name, 'the checkpoint is that of another log')
  return checkpoint
}

/** The same with the key among several that signed it. A log that changes its key signs with both for a while. */
export async function openWithAny(bytes: Uint8Array, logKeys: readonly VerifierKey[]) {
  let failure: unknown
  for (const key of logKeys)
    try {
      return await openCheckpoint(bytes, key)
    } catch (error) {
      failure = error
    }
  throw new FormatRefused('no key of the log signed the checkpoint', { cause: failure })
}
