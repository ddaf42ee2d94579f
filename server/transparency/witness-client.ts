import { encodeText, parseDecimal, toBase64, toHex } from '#shared/transparency/bytes.ts'
import {
  formatSignature,
  parseSignature,
  verifyNote,
  parseNote,
  type VerifierKey,
} from '#shared/transparency/note.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { readCosignatureTime } from '#shared/transparency/note.ts'

import { refuseInTransaction } from '../platform/database/transaction-scope.ts'
import { readText } from '../platform/runtime/read-response.ts'

/** `url` is the prefix of its addresses. */
export type Witness = { key: VerifierKey; url: string }

export type Cosignature = { line: string; time: number }
/** known: the size that the witness has seen. forked: it has seen another tree, because our database went back. */
export type WitnessAnswer =
  | { kind: 'cosigned'; cosignature: Cosignature }
  | { kind: 'known'; size: number }
  | { kind: 'forked'; message: string }
  | { kind: 'failed'; message: string }

type Submission = { older: number; proof: readonly Uint8Array[]; note: string }

const timeoutMs = 5_000
/** More than a checkpoint with its signatures has. */
const maxBytes = 64 * 1_024

/** Sends a checkpoint as C2SP tlog-witness says. */
export async function askWitness(
  { key, url }: Witness,
  { older, proof, note }: Submission,
): Promise<WitnessAnswer> {
  refuseInTransaction('a request to a witness')
  const lines = [`old ${older}`, ...proof.map(toBase64)]
  const response = await fetch(new URL('add-checkpoint', url), {
    method: 'POST',
    body: `${lines.join('\n')}\n\n${note}`,
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await readText(response, maxBytes)
  if (response.status === 409) return { kind: 'known', size: parseDecimal(text.trim()) }
  if (response.status === 422)
    return { kind: 'forked', message: `${key.name} knows another tree: ${text.trim()}` }
  if (response.status !== 200)
    return { kind: 'failed', message: `${key.name} answered ${response.status}` }
  const line = text.split('\n').find((each) => each.startsWith(`— ${key.name} `)) ?? ''
  const signature = parseSignature(line)
  await verifyNote({ text: parseNote(encodeText(note)).text, signatures: [signature] }, [key])
  return {
    kind: 'cosigned',
    cosignature: { line: formatSignature(signature), time: readCosignatureTime(signature) },
  }
}

/** The last checkpoint that the witness signed. Undefined where it has none or does not answer. */
export async function readWitnessed({ url }: Witness, origin: string): Promise<string | undefined> {
  refuseInTransaction('a request to a witness')
  const path = `${toHex(sha256(encodeText(origin)))}/checkpoint`
  try {
    const response = await fetch(new URL(path, url), { signal: AbortSignal.timeout(timeoutMs) })
    return response.status === 200 ? await readText(response, maxBytes) : undefined
  } catch {
    return undefined
  }
}
