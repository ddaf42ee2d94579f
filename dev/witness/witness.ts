import {
  encodeText,
  equalBytes,
  fromBase64,
  FormatRefused,
  parseDecimal,
  refuseUnless,
  toBase64,
  toHex,
  type Bytes,
} from '#shared/transparency/bytes.ts'
import { openCheckpoint, parseCheckpoint } from '#shared/transparency/checkpoint.ts'
import { emptyRoot, isConsistent, type Tree } from '#shared/transparency/merkle.ts'
import {
  formatSignature,
  parseNote,
  toCosignature,
  toSignedBytes,
  type VerifierKey,
} from '#shared/transparency/note.ts'
import { sha256 } from '@noble/hashes/sha2.js'

import type { StateFile } from './state-file.ts'

type Options = {
  key: VerifierKey
  sign: (bytes: Bytes) => Uint8Array
  /** The logs that it follows, by their keys. */
  logKeys: readonly VerifierKey[]
  state: StateFile
  now: () => Date
}

export type Answer = { status: number; body: string; contentType?: string }
export type Witness = ReturnType<typeof openWitness>

const maxHashes = 63

/** Cosigns checkpoints of logs that only grow, as C2SP tlog-witness says. It remembers one tree for each log. */
export function openWitness(options: Options) {
  const { state, logKeys } = options
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** POST add-checkpoint. One after the other, so that comparing and storing are one step. */
    addCheckpoint(body: Uint8Array): Promise<Answer> {
      const answer = last.then(() => addCheckpoint(options, body))
      last = answer.catch(() => {})
      return answer
    },
    /** GET {hex SHA-256 of the origin}/checkpoint: the last one that it signed. */
    findCheckpoint(originHash: string): string | undefined {
      const key = logKeys.find(({ name }) => toHex(sha256(encodeText(name))) === originHash)
      return key && state.find(key.name)?.checkpoint
    },
  }
}

type Request = { older: number; proof: Bytes[]; note: Bytes }

function parseRequest(body: Uint8Array): Request {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  const divider = text.indexOf('\n\n')
  refuseUnless(divider > 0, 'the request has no checkpoint')
  const [first = '', ...lines] = text.slice(0, divider).split('\n')
  refuseUnless(first.startsWith('old ') && lines.length <= maxHashes, 'the request is malformed')
  const proof = lines.map(fromBase64)
  const note = encodeText(text.slice(divider + 2))
  return { older: parseDecimal(first.slice('old '.length)), proof, note }
}

async function addCheckpoint(options: Options, body: Uint8Array): Promise<Answer> {
  const { logKeys, state } = options
  const request = tryOr(() => parseRequest(body))
  const claimed = request && tryOr(() => parseCheckpoint(parseNote(request.note).text))
  if (!request || !claimed) return { status: 400, body: 'malformed request\n' }
  const keys = logKeys.filter(({ name }) => name === claimed.origin)
  if (keys.length === 0) return { status: 404, body: 'unknown log\n' }
  const checkpoint = await openWithAny(request.note, keys)
  if (!checkpoint) return { status: 403, body: 'the log did not sign the checkpoint\n' }
  const { older, proof } = request
  if (older > checkpoint.size) return { status: 400, body: 'the checkpoint is smaller\n' }
  const seen = state.find(checkpoint.origin)
  const known: Tree = seen
    ? { size: seen.size, root: fromBase64(seen.root) }
    : { size: 0, root: emptyRoot }
  if (older !== known.size)
    return { status: 409, body: `${known.size}\n`, contentType: 'text/x.tlog.size' }
  if (checkpoint.size === known.size && !equalBytes(checkpoint.root, known.root))
    return { status: 422, body: 'another tree of the same size\n' }
  if (!isConsistent(known, checkpoint, proof))
    return { status: 422, body: 'the trees are not consistent\n' }
  return cosign(options, request.note, checkpoint)
}

/** The state is on the disk before the log receives the signature. */
async function cosign(
  { key, sign, state, now }: Options,
  noteBytes: Bytes,
  { origin, size, root }: { origin: string; size: number; root: Uint8Array },
): Promise<Answer> {
  const { text } = parseNote(noteBytes)
  const time = Math.floor(now().getTime() / 1_000)
  const line = formatSignature(toCosignature(key, time, sign(toSignedBytes(text, time))))
  const note = new TextDecoder().decode(noteBytes)
  await state.store(origin, { size, root: toBase64(root), checkpoint: note + line })
  return { status: 200, body: line }
}

async function openWithAny(note: Bytes, keys: readonly VerifierKey[]) {
  for (const key of keys)
    try {
      return (await openCheckpoint(note, key)).checkpoint
    } catch (error) {
      if (!(error instanceof FormatRefused)) throw error
    }
  return undefined
}

function tryOr<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
