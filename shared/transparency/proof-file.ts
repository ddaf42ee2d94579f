import {
  decodeText,
  encodeText,
  equalBytes,
  fromBase64,
  joinBytes,
  parseDecimal,
  refuseUnless,
  toBase64,
} from './bytes.ts'
import { openCheckpoint } from './checkpoint.ts'
import { commit, decodeLeaf, leafBytes, type Leaf, type Opening } from './leaf.ts'
import { hashLeaf, rootOfInclusion } from './merkle.ts'
import type { VerifierKey } from './note.ts'

/** A proof that a checkpoint contains a leaf (C2SP tlog-proof). `extra` holds the leaf and what opens its commitment. */
export type ProofFile = {
  leaf: Uint8Array
  opening: Opening
  index: number
  hashes: readonly Uint8Array[]
  /** The checkpoint with its signatures, verbatim. */
  checkpoint: string
}

const header = 'c2sp.org/tlog-proof@v1'
const saltBytes = 32

export function formatProofFile({ leaf, opening, index, hashes, checkpoint }: ProofFile): string {
  const extra = joinBytes(leaf, opening.salt, encodeText(opening.subject))
  const lines = [header, `extra ${toBase64(extra)}`, `index ${index}`, ...hashes.map(toBase64)]
  return `${lines.join('\n')}\n\n${checkpoint}`
}

export function parseProofFile(text: string): ProofFile {
  const divider = text.indexOf('\n\n')
  refuseUnless(divider > 0, 'the proof has no checkpoint')
  const [first, extraLine = '', indexLine = '', ...lines] = text.slice(0, divider).split('\n')
  refuseUnless(first === header, 'the proof has another version')
  refuseUnless(extraLine.startsWith('extra '), 'the proof does not contain its leaf')
  refuseUnless(indexLine.startsWith('index '), 'the proof does not name its index')
  const extra = fromBase64(extraLine.slice('extra '.length))
  refuseUnless(extra.length > leafBytes + saltBytes, 'the proof does not contain its leaf')
  return {
    leaf: extra.slice(0, leafBytes),
    opening: {
      salt: extra.slice(leafBytes, leafBytes + saltBytes),
      subject: decodeText(extra.slice(leafBytes + saltBytes)),
    },
    index: parseDecimal(indexLine.slice('index '.length)),
    hashes: lines.map(fromBase64),
    checkpoint: text.slice(divider + 2),
  }
}

export type VerifiedProof = {
  leaf: Leaf
  subject: string
  index: number
  size: number
}

/** Throws unless a checkpoint of this log contains the leaf, and the leaf is about the subject. */
export async function verifyProof(text: string, logKey: VerifierKey): Promise<VerifiedProof> {
  const { leaf: bytes, opening, index, hashes, checkpoint: note } = parseProofFile(text)
  const { size, root } = await openCheckpoint(encodeText(note), logKey)
  const found = rootOfInclusion({ index, size }, hashLeaf(bytes), hashes)
  refuseUnless(equalBytes(found, root), 'the proof does not lead to the root of the checkpoint')
  const leaf = decodeLeaf(bytes)
  refuseUnless(equalBytes(commit(opening), leaf.commitment), 'the leaf is about something else')
  return { leaf, subject: opening.subject, index, size }
}
