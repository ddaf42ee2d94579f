import type { Bytes } from './bytes.ts'

// Web Crypto hashes asynchronously and only on secure origins. Proofs are some thirty hashes, which this computes in a millisecond.

const primes = firstPrimes(64)
const fraction = (value: number) => ((value - Math.floor(value)) * 0x1_0000_0000) | 0
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))

/** SHA-256 (FIPS 180-4). */
export function sha256(bytes: Uint8Array): Bytes {
  const state = Int32Array.from(initial)
  const schedule = new Int32Array(64)
  const view = pad(bytes)
  for (let offset = 0; offset < view.byteLength; offset += 64)
    compress(state, schedule, { view, offset })
  const digest = new Uint8Array(32)
  const out = new DataView(digest.buffer)
  for (const [index, word] of state.entries()) out.setInt32(4 * index, word)
  return digest
}

function pad(bytes: Uint8Array): DataView {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  return view
}

type EightWords = [number, number, number, number, number, number, number, number]

const wordAt = (words: Int32Array, index: number) => words[index] ?? 0
const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

function compress(
  state: Int32Array,
  schedule: Int32Array,
  { view, offset }: { view: DataView; offset: number },
) {
  fillSchedule(schedule, view, offset)
  let [a, b, c, d, e, f, g, h] = state as unknown as EightWords
  for (let round = 0; round < 64; round++) {
    const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const first = (h + sum + choice + wordAt(constants, round) + wordAt(schedule, round)) | 0
    const other = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + other + majority) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries())
    state[index] = wordAt(state, index) + word
}

function fillSchedule(schedule: Int32Array, view: DataView, offset: number) {
  const word = (index: number) => wordAt(schedule, index)
  for (let index = 0; index < 16; index++) schedule[index] = view.getInt32(offset + 4 * index)
  for (let index = 16; index < 64; index++) {
    const before = word(index - 15)
    const last = word(index - 2)
    const low = rotate(before, 7) ^ rotate(before, 18) ^ (before >>> 3)
    const high = rotate(last, 17) ^ rotate(last, 19) ^ (last >>> 10)
    schedule[index] = (word(index - 16) + low + word(index - 7) + high) | 0
  }
}

function firstPrimes(count: number): number[] {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
}
